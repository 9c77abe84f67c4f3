export interface RateLimit {
  /** Names the bucket in the `RateLimit` header fields. */
  name: string;
  limit: number;
  windowSeconds: number;
}

export interface RateLimitDecision {
  allowed: boolean;
  remaining: number;
  /** Uses in this window, this one and refused ones among them. */
  used: number;
  resetSeconds: number;
}

/** Never fails: a store that is down is replaced by memory. */
export interface RateLimiter {
  /** Counts one use of `key` against `limit`, atomically. */
  consume(limit: RateLimit, key: string): Promise<RateLimitDecision>;
  /** Forgets every use of `key`. */
  reset(limit: RateLimit, key: string): Promise<void>;
}
