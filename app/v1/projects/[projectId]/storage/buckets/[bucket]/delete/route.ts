import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { DeletedObjects, DeleteObjectsInput, deleteObjects } from "@/lib/services/storage/objects/delete-many";

/** A thousand keys of a kilobyte. */
const KEYS_BYTES = 10 * STORAGE_BODY_BYTES;

export const POST = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "deleteObjects",
    summary: "Delete several objects",
    description: "By their keys, all below a prefix, or the whole bucket. Keys without an object are skipped.",
    serverKeyScope: "read-write",
    body: DeleteObjectsInput,
    maxBytes: KEYS_BYTES,
    reply: { 200: DeletedObjects },
    errors: ["bucket_not_found"],
  },
  deleteObjects,
);
