import { answerInvocation, INVOKE_BYTES } from "@/lib/http/api/answer-invocation";
import { defineRoute } from "@/lib/http/api/define-route";
import { OF_FUNCTION } from "@/lib/http/api/function-routes";

export const POST = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "invokeFunction",
    summary: "Call a function",
    description:
      "Passes the body on, and answers as the function does, with its own status and type. `X-Coppice-Invocation` has the ID under which its log is found.",
    resource: "invoke",
    takesUsers: true,
    serverKeyScope: "read-write",
    rawBody: { contentType: "*/*", description: "The body that the function gets, up to 6 MiB" },
    maxBytes: INVOKE_BYTES,
    stream: true,
    reply: { 200: { contentType: "*/*", description: "The function's response" } },
    errors: [
      ...OF_FUNCTION.errors,
      ...(["function_failed", "function_timeout", "function_unavailable", "not_configured"] as const),
      ...(["websocket_unsupported", "object_store_unavailable"] as const),
    ],
  },
  answerInvocation,
);
