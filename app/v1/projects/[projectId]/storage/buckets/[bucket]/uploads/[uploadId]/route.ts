import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET } from "@/lib/http/api/storage-routes";
import { endUploadByOwner } from "@/lib/services/storage/uploads/end-by-owner";
import { EndedUpload } from "@/lib/services/storage/uploads/resource";

export const DELETE = defineRoute(
  {
    ...OF_BUCKET,
    params: { ...OF_BUCKET.params, uploadId: "upload" },
    operationId: "endUpload",
    summary: "End an upload",
    description: "The bytes that have arrived are lost, and their room is free.",
    serverKeyScope: "read-write",
    reply: { 200: EndedUpload },
    errors: ["bucket_not_found", "upload_not_found"],
  },
  endUploadByOwner,
);
