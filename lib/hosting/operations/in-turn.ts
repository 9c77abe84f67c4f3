import type { Context } from "@/lib/core/context";
import { OPERATION_LIMIT } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";

/**
 * Runs an operation on a host when it is the organisation's turn: so many operations a minute, and so many at once, are
 * one organisation's, and the host answers the others meanwhile. Throws `rate_limited`.
 */
export async function inTurn<T>(ctx: Context, organisationId: string, work: () => Promise<T>): Promise<T> {
  const { name, limit, windowSeconds } = OPERATION_LIMIT;
  const reason = `An organisation can change its databases at most ${limit} times in ${windowSeconds} seconds.`;
  await requireWithinLimit(ctx, OPERATION_LIMIT, `${name}:${organisationId}`, reason);
  return ctx.operationQueue.run(organisationId, work);
}
