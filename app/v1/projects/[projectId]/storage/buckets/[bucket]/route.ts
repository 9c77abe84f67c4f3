import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import { Bucket, DeletedBucket } from "@/lib/services/storage/buckets/resource";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { UpdateBucketInput, updateBucket } from "@/lib/services/storage/buckets/update";

export const GET = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "showBucket",
    summary: "Show a bucket",
    serverKeyScope: "read",
    reply: { 200: Bucket },
    errors: ["bucket_not_found"],
  },
  showBucket,
);

export const PATCH = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "updateBucket",
    summary: "Change a bucket",
    description: "Changes the given settings. A bucket that is made private loses its public name.",
    serverKeyScope: "read-write",
    body: UpdateBucketInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 200: Bucket },
    errors: ["bucket_not_found", "name_taken"],
  },
  updateBucket,
);

export const DELETE = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "deleteBucket",
    summary: "Delete an empty bucket",
    serverKeyScope: "read-write",
    reply: { 200: DeletedBucket },
    errors: ["bucket_not_found", "conflict"],
  },
  deleteBucket,
);
