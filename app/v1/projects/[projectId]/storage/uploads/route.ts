import { defineRoute } from "@/lib/http/api/define-route";
import { PROJECT_STORAGE, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { CreatedUpload, CreateUploadInput, createUpload } from "@/lib/services/storage/uploads/create";

export const POST = defineRoute(
  {
    ...PROJECT_STORAGE,
    operationId: "createUpload",
    summary: "Start an upload",
    description:
      "For objects of any size. The bytes go to the address that is answered, by tus 1.0.0, which resumes after an interruption, or in one PUT.",
    takesUsers: true,
    serverKeyScope: "read-write",
    body: CreateUploadInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 201: CreatedUpload },
    errors: ["bucket_not_found", "limit_reached", "type_not_allowed", "body_too_large", "precondition_failed"],
  },
  createUpload,
);
