import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET } from "@/lib/http/api/storage-routes";
import { ListObjectsInput, listObjects, ObjectPage } from "@/lib/services/storage/objects/list";

export const GET = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "listObjects",
    summary: "List a bucket's objects",
    description: "By key. With a delimiter, folders take the place of their contents.",
    takesUsers: true,
    serverKeyScope: "read",
    query: ListObjectsInput,
    reply: { 200: ObjectPage },
    errors: ["bucket_not_found"],
  },
  listObjects,
);
