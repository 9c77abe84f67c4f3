export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
}

export interface RateLimitDecision {
  allowed: boolean;
  remaining: number;
  /** The count includes this use and refused ones. */
  used: number;
  resetSeconds: number;
}

/** Never throws: memory replaces a store that is down. */
export interface RateLimiter {
  consume(limit: RateLimit, key: string): Promise<RateLimitDecision>;
  reset(limit: RateLimit, key: string): Promise<void>;
}
