import type { Context } from "./context";
import { ServiceError } from "./errors";
import type { RateLimit } from "./ports/rate-limiter";

/** Counts a use of a limit. Throws `rate_limited` beyond it: `reason`, and the seconds until the next try. */
export async function requireWithinLimit(
  { rateLimiter }: Pick<Context, "rateLimiter">,
  limit: RateLimit,
  key: string,
  reason: string,
): Promise<void> {
  const { allowed, resetSeconds } = await rateLimiter.consume(limit, key);
  if (allowed) return;
  const message = `${reason} Try again in ${resetSeconds} s.`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: resetSeconds });
}
