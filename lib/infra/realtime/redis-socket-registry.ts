import { createHash, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { RealtimeFigures } from "@/lib/core/ports/realtime-exchange";
import type { SocketRegistry } from "@/lib/core/ports/socket-registry";
import { SERVICE } from "@/lib/core/service";
import { openRedis, redisUnavailable } from "./open-redis";

const KEPT_MS = 120_000;
const FIGURES_MS = 10_000;

/** Keeps the state that sockets leave in Redis, for all processes that serve them. */
export class RedisSocketRegistry implements SocketRegistry {
  readonly #redis: Redis;
  readonly #processId = randomUUID();
  #noted: readonly string[] = [];

  constructor(url: string) {
    this.#redis = openRedis(url);
  }

  async keep(id: string, text: string): Promise<void> {
    await this.#redis.set(keyOf(id), text, "PX", KEPT_MS);
  }

  async take(id: string, fits: (text: string) => boolean): Promise<string | null> {
    const text = await this.#redis.get(keyOf(id));
    if (text === null || !fits(text)) return null;
    return (await this.#redis.del(keyOf(id))) === 1 ? text : null;
  }

  async note(figures: ReadonlyMap<string, RealtimeFigures>): Promise<void> {
    const until = Date.now() + FIGURES_MS;
    const pipeline = this.#redis.pipeline();
    for (const id of this.#noted) if (!figures.has(id)) pipeline.hdel(figuresKey(id), this.#processId);
    for (const [id, now] of figures) {
      pipeline.hset(figuresKey(id), this.#processId, JSON.stringify({ ...now, until }));
      pipeline.pexpire(figuresKey(id), FIGURES_MS);
    }
    this.#noted = [...figures.keys()];
    await pipeline.exec();
  }

  async others(projectId: string): Promise<RealtimeFigures[]> {
    const noted = await this.#redis.hgetall(figuresKey(projectId)).catch((cause: unknown) => {
      throw redisUnavailable("The state of other processes can't be read right now. Try again in a moment.", cause);
    });
    const others = Object.entries(noted).filter(([processId]) => processId !== this.#processId);
    const figures = others.map(([, text]) => JSON.parse(text) as RealtimeFigures & { until: number });
    return figures.filter(({ until }) => until >= Date.now());
  }

  async close(): Promise<void> {
    await this.note(new Map()).catch(() => undefined);
    this.#redis.disconnect();
  }
}

/** The id is a secret of the client's. */
function keyOf(id: string): string {
  return `${SERVICE.slug}:realtime:kept:${createHash("sha256").update(id).digest("base64url")}`;
}

function figuresKey(projectId: string): string {
  return `${SERVICE.slug}:realtime:figures:${projectId}`;
}
