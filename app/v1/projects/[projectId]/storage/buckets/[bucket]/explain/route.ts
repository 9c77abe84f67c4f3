import { defineRoute } from "@/lib/http/api/define-route";
import { OF_BUCKET, STORAGE_BODY_BYTES } from "@/lib/http/api/storage-routes";
import { AccessExplanation, ExplainAccessInput, explainAccess } from "@/lib/services/storage/buckets/explain";

export const POST = defineRoute(
  {
    ...OF_BUCKET,
    operationId: "explainAccess",
    summary: "Explain a bucket's policy",
    description: "Returns its answer to a user, and the rule behind it.",
    serverKeyScope: "read",
    body: ExplainAccessInput,
    maxBytes: STORAGE_BODY_BYTES,
    reply: { 200: AccessExplanation },
    errors: ["bucket_not_found"],
  },
  explainAccess,
);
