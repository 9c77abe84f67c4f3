import { apiHeaders, JSON_TYPE } from "./error-response";
import type { Exchange } from "./serve";

/** Sends a value as JSON, and adds to a `Response` the header fields that it lacks. */
export function toResponse({ ctx, headers }: Exchange, output: unknown, status: number): Response {
  const all = { ...apiHeaders(ctx.requestId), ...headers };
  if (!(output instanceof Response)) return jsonResponse(JSON.stringify(output), status, all);
  for (const [name, value] of Object.entries(all)) if (!output.headers.has(name)) output.headers.set(name, value);
  return output;
}

export function jsonResponse(body: string, status: number, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...headers, "Content-Type": JSON_TYPE } });
}
