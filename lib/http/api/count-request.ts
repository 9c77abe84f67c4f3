import { addressBucket } from "@/lib/core/address-bucket";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { RateLimit, RateLimiter } from "@/lib/core/ports/rate-limiter";
import { RATE_LIMITS, type RateLimitName } from "@/lib/core/rate-limits";

/** Counts a request of a key or user, or of an address where anybody may ask. Returns the header fields of draft-ietf-httpapi-ratelimit-headers-10. Throws `rate_limited`. */
export function countRequest(
  limiter: RateLimiter,
  resource: RateLimitName,
  { actor, clientAddress }: Pick<Context, "actor" | "clientAddress">,
): Promise<Record<string, string>> {
  // Everyone who opens an app has its public key, and one of them must not use up the limit of all others.
  const isAnybody = actor.kind === "anonymous" || actor.kind === "public-key";
  const key = isAnybody ? addressBucket(clientAddress) : actor.id;
  return countAgainst(limiter, RATE_LIMITS[resource], key);
}

/** Counts a use against the limit of one key; `whose` says in the refusal who shares it. Throws `rate_limited`. */
export async function countAgainst(
  limiter: RateLimiter,
  limit: RateLimit,
  key: string,
  whose = "",
): Promise<Record<string, string>> {
  const decision = await limiter.consume(limit, `${limit.name}:${key}`);
  const headers = {
    RateLimit: `"${limit.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
    "RateLimit-Policy": `"${limit.name}";q=${limit.limit};w=${limit.windowSeconds}`,
  };
  if (decision.allowed) return headers;
  throw new ServiceError(
    "rate_limited",
    `At most ${limit.limit} requests${whose} per ${limit.windowSeconds} seconds. Try again in ${decision.resetSeconds} s.`,
    { retryAfterSeconds: decision.resetSeconds, headers },
  );
}
