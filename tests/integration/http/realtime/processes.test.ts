import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { broadcast } from "@/lib/services/realtime/sockets/broadcast";
import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { random } from "@/tests/support/context";
import {
  authFrame,
  enter,
  join,
  type RealtimeProject,
  type RealtimeServer,
  realtimeProject,
  startRealtime,
} from "@/tests/support/realtime";
import type { Frame, RealtimeClient } from "@/tests/support/realtime-client";
import { RedisServer } from "@/tests/support/redis-server";

let redis: RedisServer;
let first: RealtimeServer;
let second: RealtimeServer;

beforeAll(async () => {
  redis = await RedisServer.start();
  const options = { variables: { REDIS_URL: redis.url }, times: { count: 50, figures: 50 } };
  [first, second] = [await startRealtime(options), await startRealtime(options)];
});

afterAll(async () => {
  await first.close();
  await second.close();
  await redis.stop();
});

function serverKey(server: RealtimeServer, { id }: RealtimeProject) {
  const actor = { kind: "server-key", id: createId("key", random), projectId: id, scope: "read-write" } as const;
  return server.runtime.context({ actor, requestId: createId("request", random) });
}

const say = (client: RealtimeClient, payload: number) =>
  client.ask({ type: "send", subscriptionId: "a", event: "say", payload, ref: payload }, { ref: payload });
const payloadsOf = (frames: Frame[]) => frames.filter(({ type }) => type === "message").map(({ payload }) => payload);

describe("two processes that serve the sockets of a project", () => {
  it("deliver each other's messages, also those of servers, in one order", async () => {
    const project = await realtimeProject();
    const clients = [await enter(first, project), await enter(second, project)];
    const [here, there] = clients;
    if (!here || !there) throw new Error("there are two");
    for (const client of clients) await join(client, "a", "room:1");
    await Promise.all([say(here, 1), say(there, 2), say(here, 3)]);
    const messages = [{ topic: "room:1", event: "news", payload: 4 as never }];
    await broadcast(serverKey(second, project), { projectId: project.id, messages });
    const heard: unknown[][] = [];
    for (const client of clients) {
      const payloads = [];
      while (payloads.length < 4) payloads.push((await client.next({ type: "message" })).payload);
      heard.push(payloads);
    }
    expect(heard[0]).toEqual(heard[1]);
    expect(heard[0]?.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it("let a client go on in the other: by a cursor, and by the kept state of its connection", async () => {
    const project = await realtimeProject();
    const [sender, byCursor, byResume] = [await enter(first, project), await enter(first, project), await first.open()];
    const { resume } = await byResume.ask(authFrame(project), { type: "ready" });
    for (const client of [sender, byCursor, byResume]) await join(client, "a", "room:1");
    await say(sender, 1);
    const { cursor } = await byCursor.next({ type: "message" });
    await byCursor.close();
    await byResume.close();
    await say(sender, 2);
    const back = await enter(second, project);
    expect(await join(back, "a", "room:1", { since: cursor })).toMatchObject({ resumed: true });
    expect(payloadsOf(await back.settle())).toEqual([2]);
    const resumed = await second.open();
    await resumed.ask(authFrame(project, { resume }), { type: "ready" });
    expect(await join(resumed, "a", "room:1")).toMatchObject({ resumed: true });
    expect(payloadsOf(await resumed.settle())).toEqual([1, 2]);
    const again = await first.open();
    await again.ask(authFrame(project, { resume }), { type: "ready" });
    expect(await join(again, "a", "room:1")).toMatchObject({ resumed: false });
  });

  it("show presence in both", async () => {
    const project = await realtimeProject();
    const [here, there] = [await enter(first, project), await enter(second, project)];
    await join(here, "a", "room:1", { presence: { at: 1 } });
    await join(there, "b", "room:1", { presence: { at: 2 } });
    const seen = async (client: RealtimeClient, wanted: number) => {
      const members: Record<string, Frame> = {};
      while (Object.keys(members).length !== wanted) {
        const { joined = {}, left = [] } = await client.next({ type: "presence" });
        Object.assign(members, joined);
        for (const id of left) delete members[id];
      }
      return Object.values(members).map(({ state }) => state.at);
    };
    expect((await seen(here, 2)).toSorted()).toEqual([1, 2]);
    expect((await seen(there, 2)).toSorted()).toEqual([1, 2]);
    await there.close();
    const { left } = await here.next({ type: "presence" });
    expect(left).toHaveLength(1);
  });

  it("add up their figures and peaks", async () => {
    const project = await realtimeProject();
    const clients = [await enter(first, project), await enter(second, project), await enter(second, project)];
    for (const client of clients) await join(client, "a", "room:1");
    for (const server of [first, second]) {
      const read = () => readRealtimeStats(serverKey(server, project), { projectId: project.id });
      await expect
        .poll(read)
        .toMatchObject({ sockets: 3, subscriptions: { current: 3, peakThisMonth: 3, byKind: { topic: 3 } } });
    }
    const [sender] = clients;
    if (sender) await say(sender, 1);
    const delivered = async () => {
      const stats = await readRealtimeStats(serverKey(first, project), { projectId: project.id });
      return stats.messages.delivered;
    };
    await expect.poll(delivered).toBe(3);
    await clients[1]?.close();
    const read = () => readRealtimeStats(serverKey(first, project), { projectId: project.id });
    await expect.poll(read).toMatchObject({ sockets: 2, subscriptions: { current: 2, peakThisMonth: 3 } });
  });

  it("RT-07: refuse to send while Redis is away, tell a gap when it comes back empty, and go on", async () => {
    const project = await realtimeProject();
    const clients = [await enter(first, project), await enter(second, project)];
    const [here, there] = clients;
    if (!here || !there) throw new Error("there are two");
    for (const client of clients) await join(client, "a", "room:1");
    await say(here, 1);
    await there.next({ type: "message" });
    await redis.stop();
    const refusal = { type: "error", code: "service_unavailable", retryable: true };
    expect(await say(here, 2)).toMatchObject({ ...refusal, subscriptionId: "a", ref: 2 });
    expect(await join(here, "b", "room:2")).toMatchObject({ ...refusal, subscriptionId: "b" });
    await redis.start();
    for (const client of clients) expect(await client.next({ type: "gap" })).toMatchObject({ subscriptionId: "a" });
    let ref = 2;
    const sent = async () => {
      ref += 1;
      return (await say(here, ref)).type;
    };
    await expect.poll(sent).toBe("ack");
    expect(await there.next({ type: "message" })).toMatchObject({ payload: ref });
  });
});
