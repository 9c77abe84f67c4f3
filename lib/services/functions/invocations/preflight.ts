import { addressBucket } from "@/lib/core/address-bucket";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "@/lib/core/not-found";
import { VISITOR_PREFLIGHT_LIMIT } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import type { FunctionAddress } from "../access";
import type { FunctionContext } from "../context";
import { findProgram } from "./program";

/**
 * Returns who answers the pre-flight of a page (Fetch section 3.2.2), which brings no token: a public function does
 * itself, and for any other function the service does, for the project's allowed origins alone (docs/decisions/106).
 * Throws `foreign_origin`, `project_not_found`, `rate_limited`.
 */
export async function preflightFunction(
  ctx: FunctionContext,
  { origin, ...at }: FunctionAddress & { origin: string },
): Promise<"function" | "service"> {
  await countPreflight(ctx);
  const found = await findProgram(ctx, at);
  if (!found) throw projectNotFound();
  const answers = found.status === "active" && found.isOn && found.versionId !== null;
  if (answers && found.access === "public") return "function";
  if (await isAllowedOrigin(ctx, at.projectId, origin)) return "service";
  throw new ServiceError(
    "foreign_origin",
    "Pages of this origin can't call the function. Add it to the project's allowed origins.",
  );
}

export async function isAllowedOrigin(ctx: FunctionContext, projectId: string, origin: string): Promise<boolean> {
  const project = await ctx.signIn.projects.find(projectId);
  return project?.settings.allowedOrigins.includes(origin) ?? false;
}

async function countPreflight(ctx: FunctionContext): Promise<void> {
  const limit = VISITOR_PREFLIGHT_LIMIT;
  const key = `${limit.name}:${addressBucket(ctx.clientAddress)}`;
  await requireWithinLimit(ctx, limit, key, `At most ${limit.limit} pre-flights a minute from an address.`);
}
