import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import {
  PLATFORM_SUBSCRIPTIONS,
  type SubscriptionCounts,
  type SubscriptionLimit,
} from "@/lib/core/ports/subscription-counts";
import { SERVICE } from "@/lib/core/service";
import { openRedis, redisUnavailable } from "./open-redis";

/** The places of a killed process are free again after its lease. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;

/**
 * Writes that a process has so many subscriptions, unless that exceeds the limit together with those of other processes
 * whose lease goes on. Returns the sum, or -1. A field is a process, its value "<count> <end of the lease>".
 */
const WRITE = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local own, count, limit, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local sum = count
local entries = redis.call("HGETALL", KEYS[1])
for index = 1, #entries, 2 do
  local taken, untilTime = string.match(entries[index + 1], "^(%d+) (%d+)$")
  if entries[index] ~= own then
    if tonumber(untilTime) < now then redis.call("HDEL", KEYS[1], entries[index])
    else sum = sum + tonumber(taken) end
  end
end
if limit >= 0 and sum > limit then return -1 end
if count == 0 then redis.call("HDEL", KEYS[1], own)
else redis.call("HSET", KEYS[1], own, count .. " " .. (now + lease)) end
redis.call("PEXPIRE", KEYS[1], lease)
return sum`;

/** Counts in Redis, for all processes that serve sockets. Each writes how many it has itself, so no count can drift. */
export class RedisSubscriptionCounts implements SubscriptionCounts {
  readonly #redis: Redis;
  readonly #processId = randomUUID();
  readonly #counts = new Map<string, number>();
  /** One statement of a project after the other, since each writes the whole count. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #onError: (error: Error) => void;
  readonly #leaseMs: number;
  readonly #renewal: NodeJS.Timeout;

  constructor(url: string, onError: (error: Error) => void, leaseMs = LEASE_MS) {
    this.#onError = onError;
    this.#leaseMs = leaseMs;
    this.#redis = openRedis(url);
    // One that has lost everything immediately learns the counts of each process.
    this.#redis.on("ready", () => void this.#renew());
    const renewalMs = (RENEWAL_MS * leaseMs) / LEASE_MS;
    this.#renewal = setInterval(() => void this.#renew(), renewalMs).unref();
  }

  take(projectId: string, limit: number): Promise<number | SubscriptionLimit> {
    return this.#inTurn(projectId, async () => {
      const wanted = (this.#counts.get(projectId) ?? 0) + 1;
      const sum = await this.#write(projectId, wanted, Math.min(limit, PLATFORM_SUBSCRIPTIONS)).catch((cause) => {
        this.#onError(cause);
        throw redisUnavailable("Subscriptions can't be counted right now. Try again in a moment.", cause);
      });
      if (sum < 0) return limit <= PLATFORM_SUBSCRIPTIONS ? "project" : "platform";
      // A place that was given back meanwhile is written by a turn of its own.
      this.#counts.set(projectId, (this.#counts.get(projectId) ?? 0) + 1);
      return sum;
    });
  }

  give(projectId: string): void {
    this.#counts.set(projectId, Math.max(0, (this.#counts.get(projectId) ?? 0) - 1));
    void this.#inTurn(projectId, () => this.#writeOwn(projectId)).catch(this.#onError);
  }

  async close(): Promise<void> {
    clearInterval(this.#renewal);
    await Promise.allSettled(this.#turns.values());
    this.#redis.disconnect();
  }

  async #renew(): Promise<void> {
    for (const projectId of [...this.#counts.keys()]) {
      await this.#inTurn(projectId, () => this.#writeOwn(projectId)).catch(this.#onError);
    }
  }

  async #writeOwn(projectId: string): Promise<void> {
    const count = this.#counts.get(projectId) ?? 0;
    await this.#write(projectId, count, -1);
    if (count === 0 && this.#counts.get(projectId) === 0) this.#counts.delete(projectId);
  }

  async #write(projectId: string, count: number, limit: number): Promise<number> {
    const key = `${SERVICE.slug}:subscriptions:${projectId}`;
    return Number(await this.#redis.eval(WRITE, 1, key, this.#processId, count, limit, this.#leaseMs));
  }

  #inTurn<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(projectId) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#turns.get(projectId) === settled) this.#turns.delete(projectId);
      });
    this.#turns.set(projectId, settled);
    return turn;
  }
}
