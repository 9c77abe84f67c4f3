import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET } from "@/lib/http/api/storage-routes";
import { ListUploadsInput, listUploads, UploadPage } from "@/lib/services/storage/uploads/list";

export const GET = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "listUploads",
    summary: "List a bucket's open uploads",
    description: "Those that have begun and not ended, newest first.",
    serverKeyScope: "read",
    query: ListUploadsInput,
    reply: { 200: UploadPage },
    errors: ["bucket_not_found"],
  },
  listUploads,
);
