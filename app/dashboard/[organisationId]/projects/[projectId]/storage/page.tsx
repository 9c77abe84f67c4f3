import { BucketTable } from "@/components/dashboard/storage/bucket-table";
import { StorageLine } from "@/components/dashboard/storage/storage-line";
import { READ_ONLY } from "@/components/dashboard/storage/words";
import { CopyField } from "@/components/ui/copy-field";
import { FormButton } from "@/components/ui/forms/form-button";
import { ListPage } from "@/components/ui/lists/list-page";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import { getStorageUsage } from "@/lib/services/usage/get-storage";
import { projectPage } from "@/lib/web/current-project";
import { createBucket } from "./actions";
import { bucketChanges } from "./changes";
import { BUCKET } from "./forms";

export const metadata = { title: "Storage" };

export default projectPage(async ({ projectId, ctx, may, can, here, home }) => {
  const [{ items }, usage] = await Promise.all([listBuckets(ctx, { projectId }), getStorageUsage(ctx, { projectId })]);
  const mayWrite = may("storage:write");
  const address = `${home}/storage`;
  const create = mayWrite && <FormButton form={BUCKET.form} action={here(createBucket)} command="create-bucket" />;
  return (
    <ListPage
      heading={{ title: "Storage", text: can("storage:write") ? null : READ_ONLY }}
      top={<StorageLine {...usage} />}
      create={create}
      isEmpty={items.length === 0}
      empty={{
        title: "No buckets yet",
        text: "A bucket keeps your app's files: pictures, documents, uploads of any size. Create one, then drop files into it.",
        example: <CopyField label="Create a bucket over HTTP" text={createExample(ctx.baseUrl, projectId)} />,
      }}
      next={create || READ_ONLY}
    >
      <BucketTable home={address} buckets={items} changes={mayWrite ? bucketChanges(here) : null} />
    </ListPage>
  );
});

function createExample(baseUrl: string, projectId: string): string {
  return `curl -X POST "${baseUrl}/v1/projects/${projectId}/storage/buckets" \\
  -H "Authorization: Bearer $COPPICE_SERVER_KEY" \\
  -H "Content-Type: application/json" -d '{"name":"avatars","public":true}'`;
}
