import type { Release } from "@/lib/core/concurrency";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";

/** A page opens several sessions at once, each for a moment. */
const WAIT_MS = 3_000;

/**
 * Keeps a place for a session, so that members leave connections of the database's role to the customer's apps. Throws
 * `rate_limited`.
 */
export async function holdSession(ctx: Context, databaseId: string): Promise<Release> {
  const release = await ctx.concurrency.takeWithin(WAIT_MS, [
    { limit: CONCURRENCY_LIMITS.sessionsOfMember, key: `${ctx.actor.id}:${databaseId}` },
    { limit: CONCURRENCY_LIMITS.sessionsOfDatabase, key: databaseId },
  ]);
  if (release) return release;
  const message = "The dashboard has reached its connection limit for this database. Try again in a moment.";
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 2 });
}
