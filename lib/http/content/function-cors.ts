import type { IncomingMessage } from "node:http";
import type { FunctionContext } from "@/lib/services/functions/context";
import { isAllowedOrigin } from "@/lib/services/functions/invocations/preflight";

export const FUNCTION_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
/** Browsers keep an answer for two hours at most. */
const PREFLIGHT_SECONDS = 7_200;

/** Returns whether a browser asks what a page may send (Fetch section 3.2.2). */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** A page may send any header: those that aren't a function's to see stay behind. */
export function preflightHeaders({ headers }: IncomingMessage, origin: string): Record<string, string> {
  const fields = headers["access-control-request-headers"];
  return {
    Vary: "Origin, Access-Control-Request-Headers",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": FUNCTION_METHODS.join(", "),
    ...(fields !== undefined && { "Access-Control-Allow-Headers": fields }),
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
  };
}

/** Lets pages of the project's allowed origins read an answer, unless the function says itself who may. */
export async function addReadableBy(
  ctx: FunctionContext,
  headers: [name: string, value: string][],
  { projectId, origin }: { projectId: string; origin: string },
): Promise<void> {
  const has = (field: string) => headers.some(([name]) => name === field);
  if (has("access-control-allow-origin")) return;
  headers.push(["vary", "Origin"]);
  if (!(await isAllowedOrigin(ctx, projectId, origin))) return;
  headers.push(["access-control-allow-origin", origin]);
  if (!has("access-control-expose-headers")) headers.push(["access-control-expose-headers", "*"]);
}
