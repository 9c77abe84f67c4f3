import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { SignedLinks, SignLinksInput, signLinks } from "@/lib/services/storage/links/sign";

export const POST = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "signLinks",
    summary: "Make links to objects",
    description: "Anyone who has a link reads the object until the link expires, or the object is deleted.",
    takesUsers: true,
    serverKeyScope: "read",
    body: SignLinksInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 200: SignedLinks },
    errors: ["bucket_not_found"],
  },
  signLinks,
);
