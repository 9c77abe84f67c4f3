import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { copyObject, MoveObjectInput } from "@/lib/services/storage/objects/copy";
import { StoredObject } from "@/lib/services/storage/objects/resource";

export const POST = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "copyObject",
    summary: "Copy an object",
    description: "Gives its bytes a second key within the bucket. They count again.",
    serverKeyScope: "read-write",
    body: MoveObjectInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 200: StoredObject },
    errors: ["bucket_not_found", "object_not_found", "precondition_failed", "limit_reached"],
  },
  copyObject,
);
