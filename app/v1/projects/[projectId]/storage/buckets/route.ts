import { defineRoute } from "@/lib/http/api/define-route";
import { PROJECT_STORAGE, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { CreateBucketInput, createBucket } from "@/lib/services/storage/buckets/create";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import { Bucket, BucketList } from "@/lib/services/storage/buckets/resource";

export const GET = defineRoute(
  {
    ...PROJECT_STORAGE,
    operationId: "listBuckets",
    summary: "List a project's buckets",
    description: "By name. Not paginated.",
    serverKeyScope: "read",
    reply: { 200: BucketList },
  },
  listBuckets,
);

export const POST = defineRoute(
  {
    ...PROJECT_STORAGE,
    operationId: "createBucket",
    summary: "Create a bucket",
    serverKeyScope: "read-write",
    body: CreateBucketInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 201: Bucket },
    errors: ["limit_reached", "name_taken"],
  },
  createBucket,
);
