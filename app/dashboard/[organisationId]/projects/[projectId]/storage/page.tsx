import type { Metadata } from "next";
import { BucketTable } from "@/components/dashboard/storage/bucket-table";
import { StorageLine } from "@/components/dashboard/storage/storage-line";
import { READ_ONLY } from "@/components/dashboard/storage/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { FormButton } from "@/components/ui/forms/form-button";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import { getStorageUsage } from "@/lib/services/usage/get-storage";
import { requireProjectPage } from "@/lib/web/current-project";
import { createBucket } from "./actions";
import { bucketChanges } from "./changes";
import { BUCKET } from "./forms";

export const metadata: Metadata = { title: "Storage" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/storage">;

export default async function StoragePage({ params }: Props) {
  const { organisationId, projectId } = await params;
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const [{ items }, usage] = await Promise.all([listBuckets(ctx, { projectId }), getStorageUsage(ctx, { projectId })]);
  const isMember = hasPermission(member.role, "storage:write");
  const mayWrite = isMember && project.status === "active";
  const home = `/dashboard/${organisationId}/projects/${projectId}/storage`;
  const create = mayWrite && (
    <FormButton
      form={BUCKET.form}
      action={createBucket.bind(null, organisationId, projectId)}
      command="create-bucket"
    />
  );
  return (
    <>
      <PageHeading title="Storage" text={isMember ? null : READ_ONLY}>
        {items.length > 0 && create}
      </PageHeading>
      <StorageLine {...usage} />
      {items.length > 0 ? (
        <BucketTable home={home} buckets={items} changes={mayWrite ? bucketChanges(organisationId, projectId) : null} />
      ) : (
        <EmptyState
          title="No buckets yet"
          text="A bucket keeps your app's files: pictures, documents, uploads of any size. Create one, then drop files into it."
          example={<CopyField label="Create a bucket over HTTP" text={createExample(ctx.baseUrl, projectId)} />}
        >
          {create || READ_ONLY}
        </EmptyState>
      )}
    </>
  );
}

function createExample(baseUrl: string, projectId: string): string {
  return `curl -X POST "${baseUrl}/v1/projects/${projectId}/storage/buckets" \\
  -H "Authorization: Bearer $COPPICE_SERVER_KEY" \\
  -H "Content-Type: application/json" -d '{"name":"avatars","public":true}'`;
}
