import { defineRoute } from "@/lib/http/api/define-route";
import { generateFunction } from "@/lib/services/drafts/generate-function";
import { GeneratedFunction, GenerateFunctionInput } from "@/lib/services/drafts/resource";

export const POST = defineRoute(
  {
    operationId: "generateFunction",
    summary: "Draft a function",
    description:
      "A language model of the operator writes files that bundle and export `fetch`. They are never deployed.",
    tag: "drafts",
    auth: "server-key",
    serverKeyScope: "read-write",
    needs: "drafts",
    params: { projectId: "project" },
    body: GenerateFunctionInput,
    maxBytes: 512 * 1024,
    reply: { 200: GeneratedFunction },
    errors: ["rate_limited", "limit_reached", "ai_unavailable", "draft_invalid"],
  },
  generateFunction,
);
