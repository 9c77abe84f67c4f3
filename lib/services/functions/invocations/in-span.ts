import { codeOf } from "@/lib/core/error-code";
import type { FunctionAnswer, FunctionInvocation } from "@/lib/core/ports/function-runtime";
import type { FunctionContext } from "../context";

interface Invoked {
  projectId: string;
  name: string;
  trigger: "http" | "timer";
}

/**
 * Gives an invocation a span, by the conventions of OpenTelemetry for functions as a service, and has the function's own
 * spans below it. Without a collector, the function gets the `traceparent` of its caller as it came.
 */
export async function inSpan(
  { trace }: FunctionContext,
  { projectId, name, trigger }: Invoked,
  invocation: FunctionInvocation,
  invoke: (invocation: FunctionInvocation) => Promise<FunctionAnswer>,
): Promise<FunctionAnswer> {
  if (!trace) return invoke(invocation);
  const span = trace.start({
    name,
    attributes: {
      ...{ "faas.invoked_name": name, "faas.invoked_provider": "coppice", "faas.invocation_id": invocation.id },
      ...{ "faas.trigger": trigger, "coppice.project_id": projectId },
    },
  });
  const headers = [
    ...invocation.request.headers.filter(([field]) => field !== "traceparent"),
    ["traceparent", span.traceparent] as const,
  ];
  try {
    const answer = await invoke({ ...invocation, request: { ...invocation.request, headers } });
    const attributes = { "http.response.status_code": answer.status };
    span.end({ attributes, isFailed: answer.status >= 500 });
    return answer;
  } catch (error) {
    span.end({ attributes: { "error.type": codeOf(error) ?? "unknown" }, isFailed: true });
    throw error;
  }
}
