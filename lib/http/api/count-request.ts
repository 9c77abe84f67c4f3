import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { RateLimit, RateLimiter } from "@/lib/core/ports/rate-limiter";
import { RATE_LIMITS, type RateLimitName } from "@/lib/core/rate-limits";

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers-10. Throws `rate_limited`. */
export function countRequest(
  limiter: RateLimiter,
  resource: RateLimitName,
  actor: Actor,
): Promise<Record<string, string>> {
  return countAgainst(limiter, RATE_LIMITS[resource], actor);
}

/** Counts a use by the actor against one limit. Throws `rate_limited`. */
export async function countAgainst(
  limiter: RateLimiter,
  limit: RateLimit,
  actor: Actor,
): Promise<Record<string, string>> {
  const decision = await limiter.consume(limit, `${limit.name}:${actor.id}`);
  const headers = {
    RateLimit: `"${limit.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
    "RateLimit-Policy": `"${limit.name}";q=${limit.limit};w=${limit.windowSeconds}`,
  };
  if (decision.allowed) return headers;
  throw new ServiceError(
    "rate_limited",
    `At most ${limit.limit} requests per ${limit.windowSeconds} seconds; try again in ${decision.resetSeconds} s.`,
    { retryAfterSeconds: decision.resetSeconds, headers },
  );
}
