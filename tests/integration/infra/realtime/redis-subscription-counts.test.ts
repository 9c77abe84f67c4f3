import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RedisSubscriptionCounts } from "@/lib/infra/realtime/redis-subscription-counts";
import { RedisServer } from "@/tests/support/redis-server";

const PROJECT = "p_00000000000000000001";

let redis: RedisServer;
let errors: Error[];
const open: RedisSubscriptionCounts[] = [];

beforeEach(async () => {
  redis = await RedisServer.start();
  errors = [];
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((counts) => counts.close()));
  await redis.stop();
});

function connect(leaseMs?: number): RedisSubscriptionCounts {
  const counts = new RedisSubscriptionCounts(redis.url, (error) => errors.push(error), leaseMs);
  open.push(counts);
  return counts;
}

const takeOften = (counts: RedisSubscriptionCounts, times: number, limit = 100) =>
  Array.from({ length: times }, () => counts.take(PROJECT, limit));

describe("RT-01: subscriptions that several processes count", () => {
  it("are never one too many, with any simultaneous callers", async () => {
    const [first, second] = [connect(), connect()];
    const answers = await Promise.all([...takeOften(first, 80), ...takeOften(second, 80)]);
    const taken = answers.filter((answer) => typeof answer === "number");
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(answers.filter((answer) => answer === "project")).toHaveLength(60);
    expect(errors).toEqual([]);
  });

  it("have room in one process as soon as another gives a place back", async () => {
    const [first, second] = [connect(), connect()];
    await Promise.all(takeOften(first, 3, 3));
    expect(await second.take(PROJECT, 3)).toBe("project");
    first.give(PROJECT);
    await expect.poll(() => second.take(PROJECT, 3)).toBe(3);
    expect(await first.take(PROJECT, 3)).toBe("project");
    expect(await first.take("p_00000000000000000002", 3)).toBe(1);
  });

  it("of a process that was killed are free when its lease ends; others keep theirs", async () => {
    const [killed, other] = [connect(300), connect(300)];
    await Promise.all(takeOften(killed, 2, 4));
    await Promise.all(takeOften(other, 2, 4));
    expect(await other.take(PROJECT, 4)).toBe("project");
    // Without giving back its places.
    await killed.close();
    await expect.poll(() => other.take(PROJECT, 4)).toBe(3);
    expect(await other.take(PROJECT, 4)).toBe(4);
    expect(await other.take(PROJECT, 4)).toBe("project");
  });

  it("beyond those that any project may have are refused on every plan", async () => {
    const counts = connect();
    await redis.run((client) =>
      client.hset(`coppice:subscriptions:${PROJECT}`, "other", `10000 ${Date.now() + 60_000}`),
    );
    expect(await counts.take(PROJECT, 20_000)).toBe("platform");
    expect(await counts.take(PROJECT, 10_000)).toBe("project");
  });

  it("are refused while Redis is away, and known again when it comes back empty", async () => {
    const [first, second] = [connect(), connect()];
    await Promise.all(takeOften(first, 3, 3));
    await redis.stop();
    await expect(second.take(PROJECT, 3)).rejects.toMatchObject({ code: "service_unavailable" });
    await redis.start();
    const known = () => redis.run((client) => client.hlen(`coppice:subscriptions:${PROJECT}`));
    await expect.poll(known).toBe(1);
    await expect.poll(() => second.take(PROJECT, 3).catch(() => null)).toBe("project");
  });
});
