import { RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimit, RateLimitDecision, RateLimiter } from "@/lib/core/ports/rate-limiter";
import { SERVICE } from "@/lib/core/service";
import { LimitedRedis } from "../limited-redis";
import { decide, limitId, MemoryRateLimiter } from "./memory-rate-limiter";

export interface RedisTimes {
  /** A command that takes longer has failed. */
  commandMs: number;
  /** After a failure Redis is not asked for this long, so that requests do not wait for it one by one. */
  pauseMs: number;
}

const TIMES: RedisTimes = { commandMs: 400, pauseMs: 3_000 };

/** Counts in Redis, shared by every process; while Redis is down or slow, each process counts in memory. */
export class RedisRateLimiter implements RateLimiter {
  readonly #redis: LimitedRedis;
  readonly #memory = new MemoryRateLimiter();
  readonly #limiters = new Map<string, RateLimiterRedis>();
  readonly #onError: (error: Error) => void;
  readonly #pauseMs: number;
  #pausedUntil = 0;

  constructor(url: string, onError: (error: Error) => void, { commandMs, pauseMs } = TIMES) {
    [this.#onError, this.#pauseMs] = [onError, pauseMs];
    this.#redis = new LimitedRedis(url, {
      answerWithinMs: commandMs,
      connectTimeout: commandMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    // Each failed attempt to connect is an event; only the first failed command gets logged.
    this.#redis.on("error", () => {});
  }

  async consume(limit: RateLimit, key: string): Promise<RateLimitDecision> {
    if (performance.now() < this.#pausedUntil) return this.#memory.consume(limit, key);
    try {
      return await decide(this.#limiterFor(limit).consume(key));
    } catch (error) {
      this.#pause(error);
      return this.#memory.consume(limit, key);
    }
  }

  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.#memory.reset(limit, key);
    if (performance.now() < this.#pausedUntil) return;
    try {
      await this.#limiterFor(limit).delete(key);
    } catch (error) {
      this.#pause(error);
    }
  }

  /** Throws when Redis does not answer a PING in time. */
  async ping(): Promise<void> {
    await this.#redis.ping();
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  #pause(error: unknown): void {
    this.#pausedUntil = performance.now() + this.#pauseMs;
    this.#onError(error instanceof Error ? error : new Error(String(error)));
  }

  #limiterFor(limit: RateLimit): RateLimiterRedis {
    const id = limitId(limit);
    let limiter = this.#limiters.get(id);
    if (!limiter) {
      limiter = new RateLimiterRedis({
        storeClient: this.#redis,
        points: limit.limit,
        duration: limit.windowSeconds,
        keyPrefix: `${SERVICE.slug}:limit:${limit.name}`,
      });
      this.#limiters.set(id, limiter);
    }
    return limiter;
  }
}
