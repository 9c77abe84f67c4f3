import { defineRoute } from "@/lib/http/api/define-route";
import { answerPublicObjectPreflight } from "@/lib/http/api/public-object-preflight";
import { PublicObjectQuery, redirectToPublic } from "@/lib/services/storage/links/redirect-to-public";
import { BUCKET_REFERENCE } from "@/lib/services/storage/names/bucket-name";

export const GET = defineRoute(
  {
    operationId: "readPublicObject",
    summary: "Read an object of a public bucket",
    tag: "storage",
    auth: "none",
    params: { bucket: BUCKET_REFERENCE },
    tail: { name: "key", after: 4 },
    query: PublicObjectQuery,
    reply: { 302: { contentType: null, description: "`Location` has the bytes, at a signed address." } },
  },
  redirectToPublic,
);

export const OPTIONS = answerPublicObjectPreflight;
