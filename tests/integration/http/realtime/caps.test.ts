import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { SocketSession } from "@/lib/http/realtime/socket-session";
import { MemorySubscriptionCounts } from "@/lib/infra/realtime/memory-subscription-counts";
import { enter, join, type RealtimeServer, realtimeProject, startRealtime } from "@/tests/support/realtime";
import { RedisServer } from "@/tests/support/redis-server";

const servers: RealtimeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    expect(server.logged).toEqual([]);
  }
});

async function start(options: Parameters<typeof startRealtime>[0] = {}): Promise<RealtimeServer> {
  const server = await startRealtime(options);
  servers.push(server);
  return server;
}

const refusal = (subscriptionId: string, limit: string) => ({
  ...{ type: "error", subscriptionId, code: "limit_reached", limit, retryable: false },
});

describe("RT-01: a subscription beyond", () => {
  it("200 of a socket is refused by its id, and has room when one ends", async () => {
    const [server, project] = [await start(), await realtimeProject()];
    const { sockets: connections } = server.runtime;
    const client = await enter(server, project);
    const [open] = connections.projects;
    const [socket] = open?.sockets ?? [];
    if (!(socket instanceof SocketSession)) throw new Error("there is no socket");
    // Past the frames, of which a client may send fewer a second.
    const frame = { type: "subscribe", kind: "topic", topic: "room:1" } as const;
    for (let count = 0; count < 200; count += 1) await socket.answer({ ...frame, subscriptionId: `s${count}` });
    expect(await join(client, "last", "room:1")).toMatchObject(refusal("last", "socket"));
    client.send({ type: "unsubscribe", subscriptionId: "s7" });
    expect(await join(client, "last", "room:1")).toMatchObject({ type: "subscribed" });
  });

  it("the plan is refused by its id, never one too many, and has room at once when a socket goes", async () => {
    const [server, project] = [await start(), await realtimeProject({ plan: "free" })];
    const clients = [await enter(server, project), await enter(server, project), await enter(server, project)];
    const answers = await Promise.all(
      clients.flatMap((client, of) =>
        Array.from({ length: 50 }, (_, each) => join(client, `s${of}-${each}`, "room:1")),
      ),
    );
    const refused = answers.filter(({ type }) => type === "error");
    expect(answers.filter(({ type }) => type === "subscribed")).toHaveLength(100);
    expect(refused).toHaveLength(50);
    for (const answer of refused) expect(answer).toMatchObject(refusal(answer.subscriptionId, "project"));
    clients[0]?.socket.terminate();
    const [, , last] = clients;
    await expect
      .poll(() => last && join(last, `n${performance.now()}`.replace(".", "-"), "room:1"))
      .toMatchObject({ type: "subscribed" });
  });

  it("the plan is refused where several processes serve the project", async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    const variables = { REDIS_URL: redis.url };
    const [first, second, project] = [
      await start({ variables }),
      await start({ variables }),
      await realtimeProject({ plan: "free" }),
    ];
    const clients = [
      ...[await enter(first, project), await enter(second, project)],
      ...[await enter(first, project), await enter(second, project)],
    ];
    const answers = await Promise.all(
      clients.flatMap((client, of) =>
        Array.from({ length: 40 }, (_, each) => join(client, `s${of}-${each}`, "room:1")),
      ),
    );
    expect(answers.filter(({ type }) => type === "subscribed")).toHaveLength(100);
    const refused = answers.filter(({ type }) => type === "error");
    for (const answer of refused) expect(answer).toMatchObject(refusal(answer.subscriptionId, "project"));
    expect(refused).toHaveLength(60);
  });

  it("10,000 of a project is refused on every plan", async () => {
    const counts = new MemorySubscriptionCounts();
    for (let count = 1; count <= 10_000; count += 1) expect(await counts.take("p_a", 20_000)).toBe(count);
    expect(await counts.take("p_a", 20_000)).toBe("platform");
    expect(await counts.take("p_b", 20_000)).toBe(1);
    counts.give("p_a");
    expect(await counts.take("p_a", 20_000)).toBe(10_000);
  });
});
