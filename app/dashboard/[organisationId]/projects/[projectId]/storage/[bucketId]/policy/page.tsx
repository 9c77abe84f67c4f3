import { PolicyEditor } from "@/components/dashboard/storage/policy/policy-editor";
import { READ_ONLY } from "@/components/dashboard/storage/words";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { savePolicy } from "../../actions";
import { bucketPage } from "../bucket-page";

export const generateMetadata = bucketPage.titled(({ bucket }) => `Policy of ${bucket.name}`);

export default bucketPage(async ({ bucket, address, can, mayWrite, here }) => (
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
          {!can("storage:write") && ` ${READ_ONLY}`}
        </>
      }
    />
    <PolicyEditor
      policy={bucket.policy}
      isPublic={bucket.public}
      address={address}
      save={mayWrite ? here(savePolicy, bucket.id) : null}
    />
  </>
));
