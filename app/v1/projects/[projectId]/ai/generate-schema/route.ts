import { defineRoute } from "@/lib/http/api/define-route";
import { generateSchema } from "@/lib/services/drafts/generate-schema";
import { GeneratedSchema, GenerateSchemaInput } from "@/lib/services/drafts/resource";

export const POST = defineRoute(
  {
    operationId: "generateSchema",
    summary: "Draft a schema",
    description: "A language model of the operator writes SQL that only makes new objects. It is never run.",
    tag: "drafts",
    auth: "server-key",
    serverKeyScope: "read-write",
    needs: "drafts",
    params: { projectId: "project" },
    body: GenerateSchemaInput,
    maxBytes: 32 * 1024,
    reply: { 200: GeneratedSchema },
    errors: ["rate_limited", "limit_reached", "ai_unavailable", "draft_invalid"],
  },
  generateSchema,
);
