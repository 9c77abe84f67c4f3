import type { FunctionContext } from "@/lib/services/functions/context";
import { isAllowedOrigin } from "@/lib/services/functions/invocations/preflight";

export const FUNCTION_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

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
