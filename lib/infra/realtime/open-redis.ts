import type { Redis } from "ioredis";
import { ServiceError } from "@/lib/core/errors";
import { LimitedRedis } from "../limited-redis";

const COMMAND_TIMEOUT_MS = 1_000;

/** Opens a connection whose commands fail soon while Redis is away. */
export function openRedis(url: string): Redis {
  const redis = new LimitedRedis(url, {
    ...{ answerWithinMs: COMMAND_TIMEOUT_MS, connectTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 0 },
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Each failed attempt to connect is an event; only a failed command gets told.
  redis.on("error", () => {});
  return redis;
}

export function redisUnavailable(message: string, cause: unknown): ServiceError {
  return new ServiceError("service_unavailable", message, { retryAfterSeconds: 1, cause });
}
