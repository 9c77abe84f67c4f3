export interface RateLimit {
  /** Names the bucket in the `RateLimit` header fields. */
  name: string;
  limit: number;
  windowSeconds: number;
}

export interface RateLimitDecision {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Counts one use of `key` against `limit`, atomically, and never fails: a store that is down is replaced by memory. */
export interface RateLimiter {
  consume(limit: RateLimit, key: string): Promise<RateLimitDecision>;
}
