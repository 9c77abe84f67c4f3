import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RateLimitDecision } from "@/lib/core/ports/rate-limiter";
import { RATE_LIMITS } from "@/lib/core/rate-limits";
import { RedisRateLimiter } from "@/lib/infra/rate-limit/redis-rate-limiter";
import { RedisServer } from "@/tests/support/redis-server";

const LIMIT = RATE_LIMITS.databases;
/** What the service promises: no request waits longer for a Redis that does not answer. */
const WAIT_MS = 1_000;
/** Just below the time after which the limiter gives a command up, so a request that waited for Redis took longer. */
const COMMAND_MS = 390;
let redis: RedisServer;
let errors: Error[];
const open: RedisRateLimiter[] = [];

beforeEach(async () => {
  redis = await RedisServer.start();
  errors = [];
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((limiter) => limiter.close()));
  await redis.stop();
});

async function connected(url = redis.url): Promise<RedisRateLimiter> {
  const limiter = new RedisRateLimiter(url, (error) => errors.push(error));
  open.push(limiter);
  await expect
    .poll(
      () =>
        limiter.ping().then(
          () => true,
          () => false,
        ),
      { interval: 10 },
    )
    .toBe(true);
  return limiter;
}

interface Timed extends RateLimitDecision {
  milliseconds: number;
}

async function consume(limiter: RedisRateLimiter, key: string, times: number): Promise<Timed[]> {
  const decisions: Timed[] = [];
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now();
    const decision = await limiter.consume(LIMIT, key);
    decisions.push({ ...decision, milliseconds: performance.now() - startedAt });
  }
  return decisions;
}

const allowed = (decisions: RateLimitDecision[]) => decisions.filter((decision) => decision.allowed).length;
const slowest = (decisions: Timed[]) => Math.max(...decisions.map(({ milliseconds }) => milliseconds));

/** Twenty pass and no more, and no request waits a second. */
function expectLimited(decisions: Timed[]): void {
  expect(allowed(decisions)).toBe(LIMIT.limit);
  expect(decisions.at(-1)).toMatchObject({ allowed: false, remaining: 0 });
  expect(slowest(decisions)).toBeLessThan(3 * WAIT_MS);
}

describe("counting in Redis", () => {
  it("two processes' limiters share one count, atomically", async () => {
    const [one, two] = [await connected(), await connected()];
    const decisions = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? one : two).consume(LIMIT, "shared")),
    );
    expect(allowed(decisions)).toBe(LIMIT.limit);
    expect(errors).toEqual([]);
    const keys = await redis.run((client) => client.keys("*"));
    expect(keys).toHaveLength(1);
    const seconds = await redis.run((client) => client.ttl(keys[0] ?? ""));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(LIMIT.windowSeconds);
  });

  it("each key counts by itself, and the window's end is told", async () => {
    const limiter = await connected();
    expectLimited(await consume(limiter, "one", 21));
    const [first] = await consume(limiter, "other", 1);
    expect(first).toMatchObject({ allowed: true, remaining: LIMIT.limit - 1 });
    expect(first?.resetSeconds).toBeGreaterThan(LIMIT.windowSeconds - 5);
  });
});

describe("RF-08: Redis that fails", () => {
  it("refused: counts in memory at once", async () => {
    const limiter = await connected();
    await redis.stop();
    expectLimited(await consume(limiter, "k", 25));
    expect(errors.length).toBeGreaterThan(0);
  });

  it("refused from the start: counts in memory at once", async () => {
    await redis.stop();
    const limiter = new RedisRateLimiter(redis.url, (error) => errors.push(error));
    open.push(limiter);
    expectLimited(await consume(limiter, "k", 25));
    expect(errors.length).toBeGreaterThan(0);
  });

  it("blackholed: no request waits a second, and most do not wait at all", async () => {
    const limiter = await connected();
    redis.freeze();
    const decisions = await consume(limiter, "k", 25);
    redis.thaw();
    expectLimited(decisions);
    expect(decisions.filter(({ milliseconds }) => milliseconds > COMMAND_MS).length).toBeLessThanOrEqual(1);
    await expect(limiter.ping()).resolves.toBeUndefined();
  });

  it("blackholed: requests that arrive at once wait together and not one after the other", async () => {
    const limiter = await connected();
    redis.freeze();
    const startedAt = performance.now();
    const decisions = await Promise.all(Array.from({ length: 50 }, () => limiter.consume(LIMIT, "k")));
    redis.thaw();
    expect(performance.now() - startedAt).toBeLessThan(3 * WAIT_MS);
    expect(allowed(decisions)).toBe(LIMIT.limit);
  });

  it("restarted empty: the count begins anew, in Redis and for all processes", async () => {
    const limiter = await connected();
    expectLimited(await consume(limiter, "k", 21));
    await redis.stop();
    await redis.start();
    await untilCountedInRedis(limiter);
    expectLimited(await consume(limiter, "k", 21));
    const other = await connected();
    expect(await other.consume(LIMIT, "k")).toMatchObject({ allowed: false });
  });

  it("a read-only replica: counts in memory", async () => {
    const limiter = await connected();
    await redis.run((client) => client.replicaof("127.0.0.1", 1));
    expectLimited(await consume(limiter, "k", 25));
    expect(errors[0]?.message).toMatch(/READONLY/);
  });

  it("three seconds slow: counts in memory, and no request waits a second", async () => {
    const slow = await slowProxy(redis.port);
    try {
      const limiter = await connected(`redis://127.0.0.1:${slow.port}`);
      slow.delayMilliseconds = 3_000;
      expectLimited(await consume(limiter, "k", 25));
      expect(errors.length).toBeGreaterThan(0);
    } finally {
      slow.close();
    }
  });

  it("well again: counts in Redis once more", async () => {
    const limiter = await connected();
    redis.freeze();
    await limiter.consume(LIMIT, "k");
    redis.thaw();
    await untilCountedInRedis(limiter);
    expect(await redis.run((client) => client.dbsize())).toBeGreaterThan(0);
  });
});

/** The limiter leaves a Redis that failed alone for a while; each attempt uses a key of its own. */
async function untilCountedInRedis(limiter: RedisRateLimiter): Promise<void> {
  let attempt = 0;
  const counted = async () => {
    await limiter.consume(LIMIT, `attempt-${++attempt}`);
    return (await redis.run((client) => client.keys(`*attempt-${attempt}*`))).length;
  };
  await expect.poll(counted, { interval: 100 }).toBe(1);
}

interface SlowProxy {
  port: number;
  delayMilliseconds: number;
  close(): void;
}

/** Passes bytes on, each as late as it is told to. */
async function slowProxy(targetPort: number): Promise<SlowProxy> {
  const stopping = new AbortController();
  const server: Server = createServer((client) => {
    const target = connect(targetPort, "127.0.0.1");
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
    client.on("data", async (bytes) => {
      if (proxy.delayMilliseconds > 0) {
        await delay(proxy.delayMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      if (target.writable) target.write(bytes);
    });
    target.pipe(client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  const close = () => {
    stopping.abort();
    server.close();
  };
  const proxy: SlowProxy = { port: address.port, delayMilliseconds: 0, close };
  return proxy;
}
