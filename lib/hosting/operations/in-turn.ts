import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { OPERATION_LIMIT } from "@/lib/core/rate-limits";

/**
 * Runs an operation on a host when it is the organisation's turn: so many operations a minute, and so many at once, are
 * one organisation's, and the host answers the others meanwhile. Throws `rate_limited`.
 */
export async function inTurn<T>(ctx: Context, organisationId: string, work: () => Promise<T>): Promise<T> {
  const { limit, windowSeconds } = OPERATION_LIMIT;
  const { allowed, resetSeconds } = await ctx.rateLimiter.consume(
    OPERATION_LIMIT,
    `${OPERATION_LIMIT.name}:${organisationId}`,
  );
  if (!allowed) {
    throw new ServiceError(
      "rate_limited",
      `An organisation can change its databases at most ${limit} times in ${windowSeconds} seconds. Try again in ${resetSeconds} s.`,
      { retryAfterSeconds: resetSeconds },
    );
  }
  return ctx.operationQueue.run(organisationId, work);
}
