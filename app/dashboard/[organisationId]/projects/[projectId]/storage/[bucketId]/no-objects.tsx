import { READ_ONLY } from "@/components/dashboard/storage/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import type { BucketAddress } from "@/lib/services/storage/access";
import type { Bucket } from "@/lib/services/storage/buckets/resource";

interface Props {
  isSearch: boolean;
  bucket: Bucket;
  at: BucketAddress;
  baseUrl: string;
  mayWrite: boolean;
}

/** The empty state of a list without objects. */
export function NoObjects({ isSearch, bucket, at, baseUrl, mayWrite }: Props) {
  if (isSearch) return <EmptyState title="No matching objects" text="Search for the start of another name." />;
  const put = `curl -X PUT "${baseUrl}/v1/projects/${at.projectId}/storage/buckets/${bucket.name}/objects/ada.png" \\
  -H "Authorization: Bearer $COPPICE_SERVER_KEY" -H "Content-Type: image/png" --data-binary @ada.png`;
  return (
    <EmptyState
      title="No objects here yet"
      text={mayWrite ? "Drop files anywhere on this page, or upload them from your app's server." : READ_ONLY}
      example={<CopyField label="Store an object over HTTP" text={put} />}
    />
  );
}
