import type { Metadata } from "next";
import { PolicyEditor } from "@/components/dashboard/storage/policy/policy-editor";
import { READ_ONLY } from "@/components/dashboard/storage/words";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { savePolicy } from "../../actions";
import { requireBucket } from "../current-bucket";

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/storage/[bucketId]/policy">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, projectId, bucketId } = await params;
  const { bucket } = await requireBucket(organisationId, projectId, bucketId);
  return { title: `Policy of ${bucket.name}` };
}

export default async function PolicyPage({ params }: Props) {
  const { organisationId, projectId, bucketId } = await params;
  const { member, project, bucket } = await requireBucket(organisationId, projectId, bucketId);
  const isMember = hasPermission(member.role, "storage:write");
  const mayWrite = isMember && project.status === "active";
  const address = `/dashboard/${organisationId}/projects/${projectId}/storage/${bucket.id}`;
  return (
    <>
      <PageHeading
        title="Policy"
        parent={{ href: address, label: bucket.name }}
        text={
          <>
            The permissions of your app's users. The first rule whose prefix and audience fit decides.{" "}
            <LinkAnchor inherit underline="always" href="/docs/objects#policy">
              About policies
            </LinkAnchor>
            {!isMember && ` ${READ_ONLY}`}
          </>
        }
      />
      <PolicyEditor
        policy={bucket.policy}
        isPublic={bucket.public}
        address={address}
        save={mayWrite ? savePolicy.bind(null, organisationId, projectId, bucket.id) : null}
      />
    </>
  );
}
