import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RateLimitDecision } from "@/lib/core/ports/rate-limiter";
import { RATE_LIMITS } from "@/lib/core/rate-limits";
import { RedisRateLimiter, type RedisTimes } from "@/lib/infra/rate-limit/redis-rate-limiter";
import { RedisServer } from "@/tests/support/redis-server";

const LIMIT = RATE_LIMITS.databases;
/** Longer than a test may take, so that only the answers of Redis are told. */
const PATIENT: RedisTimes = { commandMs: 600_000, pauseMs: 600_000 };
/** A Redis that doesn't answer is given up, and not asked again. */
const ASKED_ONCE: RedisTimes = { commandMs: 300, pauseMs: 600_000 };
/** It is given up, and soon asked again. */
const ASKED_AGAIN: RedisTimes = { commandMs: 300, pauseMs: 50 };
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

async function connected(times = PATIENT, url = redis.url): Promise<RedisRateLimiter> {
  const limiter = new RedisRateLimiter(url, (error) => errors.push(error), times);
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

async function consume(limiter: RedisRateLimiter, key: string, times: number): Promise<RateLimitDecision[]> {
  const decisions: RateLimitDecision[] = [];
  for (let i = 0; i < times; i++) decisions.push(await limiter.consume(LIMIT, key));
  return decisions;
}

const allowed = (decisions: RateLimitDecision[]) => decisions.filter((decision) => decision.allowed).length;

/** Twenty pass and no more. */
function expectLimited(decisions: RateLimitDecision[]): void {
  expect(allowed(decisions)).toBe(LIMIT.limit);
  expect(decisions.at(-1)).toMatchObject({ allowed: false, remaining: 0 });
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
    const limiter = new RedisRateLimiter(redis.url, (error) => errors.push(error), PATIENT);
    open.push(limiter);
    expectLimited(await consume(limiter, "k", 25));
    expect(errors.length).toBeGreaterThan(0);
  });

  it("blackholed: the first request waits until Redis is given up, and no other waits", async () => {
    const limiter = await connected(ASKED_ONCE);
    redis.freeze();
    const decisions = await consume(limiter, "k", 25);
    redis.thaw();
    expectLimited(decisions);
    expect(errors).toHaveLength(1);
    await expect.poll(() => limiter.ping().then(() => "PONG", String)).toBe("PONG");
  });

  it("blackholed: requests that arrive at once wait together and not one after the other", async () => {
    const limiter = await connected(ASKED_ONCE);
    redis.freeze();
    const decisions = await Promise.all(Array.from({ length: 50 }, () => limiter.consume(LIMIT, "k")));
    redis.thaw();
    // After the first failure Redis isn't asked, so all had asked before it.
    expect(errors).toHaveLength(50);
    expect(allowed(decisions)).toBe(LIMIT.limit);
  });

  it("restarted empty: the count begins anew, in Redis and for all processes", async () => {
    const limiter = await connected({ ...PATIENT, pauseMs: 50 });
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

  it("slow: counts in memory, and no request but the first waits", async () => {
    const slow = await slowProxy(redis.port);
    try {
      const limiter = await connected(ASKED_ONCE, `redis://127.0.0.1:${slow.port}`);
      slow.delayMilliseconds = 600_000;
      expectLimited(await consume(limiter, "k", 25));
      expect(errors).toHaveLength(1);
    } finally {
      slow.close();
    }
  });

  it("well again: counts in Redis once more", async () => {
    const limiter = await connected(ASKED_AGAIN);
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
