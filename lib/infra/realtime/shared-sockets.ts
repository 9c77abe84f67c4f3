import type { Logger } from "pino";
import type { Random } from "@/lib/core/ports/random";
import { MemorySocketRegistry } from "./memory-socket-registry";
import { MemorySubscriptionCounts } from "./memory-subscription-counts";
import { MemoryTopicLog } from "./memory-topic-log";
import { RedisSocketRegistry } from "./redis-socket-registry";
import { RedisSubscriptionCounts } from "./redis-subscription-counts";
import { RedisTopicLog } from "./redis-topic-log";

/** The sockets of one process, which needs to know of no other. */
export function socketsOfOneProcess(random: Random) {
  return {
    counts: new MemorySubscriptionCounts(),
    log: new MemoryTopicLog(random),
    registry: new MemorySocketRegistry(),
  };
}

/** The sockets of several processes, which know of each other by Redis. */
export function sharedSockets(url: string, log: Logger) {
  const onError = (err: unknown) =>
    log.warn({ err }, "Redis does not answer; nothing can be subscribed to or sent meanwhile");
  return {
    counts: new RedisSubscriptionCounts(url, onError),
    log: new RedisTopicLog(url, onError),
    registry: new RedisSocketRegistry(url),
  };
}
