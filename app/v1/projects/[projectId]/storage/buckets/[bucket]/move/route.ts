import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { MoveObjectInput } from "@/lib/services/storage/objects/copy";
import { moveObject } from "@/lib/services/storage/objects/move";
import { StoredObject } from "@/lib/services/storage/objects/resource";

export const POST = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "moveObject",
    summary: "Move an object",
    description: "Gives it another key within the bucket.",
    serverKeyScope: "read-write",
    body: MoveObjectInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 200: StoredObject },
    errors: ["bucket_not_found", "object_not_found", "precondition_failed"],
  },
  moveObject,
);
