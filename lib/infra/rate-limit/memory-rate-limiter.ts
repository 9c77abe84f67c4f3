import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit, RateLimitDecision, RateLimiter } from "@/lib/core/ports/rate-limiter";

/** Counts in this process: without Redis, and while Redis does not answer. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limiters = new Map<string, RateLimiterMemory>();

  async consume(limit: RateLimit, key: string): Promise<RateLimitDecision> {
    return decide(this.#limiterFor(limit).consume(key));
  }

  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.#limiterFor(limit).delete(key);
  }

  #limiterFor(limit: RateLimit): RateLimiterMemory {
    const { name, limit: points, windowSeconds: duration } = limit;
    const id = limitId(limit);
    let limiter = this.#limiters.get(id);
    if (!limiter) {
      limiter = new RateLimiterMemory({ points, duration, keyPrefix: name });
      this.#limiters.set(id, limiter);
    }
    return limiter;
  }
}

/** Returns an id with the numbers in it, since a limit of one name may differ between projects. */
export function limitId({ name, limit, windowSeconds }: RateLimit): string {
  return `${name}:${limit}:${windowSeconds}`;
}

/** Returns the decision. The library rejects with a result at the limit; any other rejection is a failed store. */
export async function decide(consumed: Promise<RateLimiterRes>): Promise<RateLimitDecision> {
  try {
    return toDecision(await consumed, true);
  } catch (result) {
    if (result instanceof RateLimiterRes) return toDecision(result, false);
    throw result;
  }
}

function toDecision(result: RateLimiterRes, allowed: boolean): RateLimitDecision {
  return {
    allowed,
    remaining: Math.max(0, result.remainingPoints),
    used: result.consumedPoints,
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
