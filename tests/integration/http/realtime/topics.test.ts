import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  authFrame,
  enter,
  join,
  type RealtimeProject,
  type RealtimeServer,
  realtimeProject,
  realtimeUser,
  startRealtime,
} from "@/tests/support/realtime";
import type { Frame, RealtimeClient } from "@/tests/support/realtime-client";

let server: RealtimeServer;
let project: RealtimeProject;

beforeAll(async () => {
  server = await startRealtime({ times: { projects: 50, heartbeat: 500 } });
  project = await realtimeProject();
});

afterAll(async () => {
  await server.close();
  expect(server.logged).toEqual([]);
});

const say = (client: RealtimeClient, subscriptionId: string, payload: unknown) =>
  client.ask({ type: "send", subscriptionId, event: "say", payload, ref: 1 }, { ref: 1 });

const payloadsOf = (frames: Frame[]) => frames.flatMap(({ type, payload }) => (type === "message" ? [payload] : []));

describe("a topic", () => {
  it("hands a message to everyone who listens, with its sender as the service knows them", async () => {
    const user = await realtimeUser(project);
    const [sender, visitor, elsewhere] = [
      await enter(server, project, user),
      await enter(server, project),
      await enter(server, project),
    ];
    await join(sender, "a", "room:1");
    const { cursor } = await join(visitor, "b-2", "room:1");
    await join(elsewhere, "c", "room:2");
    expect(await say(sender, "a", { text: "hello ✓" })).toEqual({ type: "ack", ref: 1 });
    const message = {
      ...{ type: "message", subscriptionId: "b-2", cursor: expect.any(String) },
      ...{ event: "say", payload: { text: "hello ✓" }, from: { userId: user.id } },
    };
    const got = await visitor.next({ type: "message" });
    expect(got).toEqual(message);
    expect(got.cursor).not.toBe(cursor);
    expect(await sender.next({ type: "message" })).toEqual({ ...message, subscriptionId: "a" });
    expect(await elsewhere.settle()).toEqual([]);
  });

  it("keeps the order of each sender, for large and small messages alike", async () => {
    const [sender, listener] = [await enter(server, project), await enter(server, project)];
    await join(sender, "a", "room:order");
    await join(listener, "b", "room:order");
    for (let number = 0; number < 40; number += 1) {
      const filling = "x".repeat(number % 3 === 0 ? 60_000 : number % 3 === 1 ? 200 : 1);
      sender.send({ type: "send", subscriptionId: "a", event: "e", payload: { number, filling } });
    }
    for (let number = 0; number < 40; number += 1) {
      expect((await listener.next({ type: "message" })).payload.number).toBe(number);
    }
  });

  it("no longer reaches one who has left it", async () => {
    const [sender, listener] = [await enter(server, project), await enter(server, project)];
    await join(sender, "a", "room:left");
    await join(listener, "b", "room:left");
    listener.send({ type: "unsubscribe", subscriptionId: "b" });
    await listener.settle();
    await say(sender, "a", 1);
    expect(await listener.settle()).toEqual([]);
    expect(await say(listener, "b", 1)).toMatchObject({
      type: "error",
      subscriptionId: "b",
      code: "not_found",
      ref: 1,
    });
  });

  it("tells an id that is in use already", async () => {
    const client = await enter(server, project);
    await join(client, "a", "room:1");
    expect(await join(client, "a", "room:2")).toMatchObject({ type: "error", code: "invalid_request" });
  });
});

describe("a client that comes back", () => {
  it("gets the messages behind the cursor, once, and then new ones", async () => {
    const sender = await enter(server, project);
    await join(sender, "a", "room:since");
    await say(sender, "a", 1);
    const { cursor } = await sender.next({ type: "message" });
    await say(sender, "a", 2);
    await say(sender, "a", 3);
    const back = await enter(server, project);
    expect(await join(back, "b", "room:since", { since: cursor })).toMatchObject({
      type: "subscribed",
      resumed: true,
      cursor: expect.any(String),
    });
    await say(sender, "a", 4);
    expect(payloadsOf(await back.settle())).toEqual([2, 3, 4]);
  });

  it("RT-06: with a cursor that is forged, of another topic or too old begins with a gap, and gets nothing else", async () => {
    const sender = await enter(server, project);
    await join(sender, "a", "room:forged");
    await join(sender, "other", "room:other");
    await say(sender, "other", 0);
    const foreign = await sender.next({ type: "message", subscriptionId: "other" });
    await say(sender, "a", "secret");
    const { cursor } = await sender.next({ type: "message", subscriptionId: "a" });
    const [format, key, sealed = ""] = String(cursor).split(".");
    const forged = [
      foreign.cursor,
      "",
      "18446744073709551616",
      `${format}.${key}.${sealed.slice(0, -2)}`,
      `${format}.x.${sealed}`,
    ];
    for (const since of forged) {
      const back = await enter(server, project);
      expect(await join(back, "b", "room:forged", { since })).toMatchObject({ type: "subscribed", resumed: false });
      expect(await back.settle()).toEqual([{ type: "gap", subscriptionId: "b", reason: "expired" }]);
    }
  });

  it("goes on where the lost connection was, without a cursor", async () => {
    const sender = await enter(server, project);
    const lost = await server.open();
    const { resume } = await lost.ask(authFrame(project), { type: "ready" });
    await join(sender, "a", "room:resume");
    await join(lost, "b", "room:resume");
    await say(sender, "a", 1);
    await lost.next({ type: "message" });
    lost.socket.terminate();
    await lost.closed;
    await say(sender, "a", 2);
    const back = await server.open();
    await back.ask(authFrame(project, { resume }), { type: "ready" });
    expect(await join(back, "b", "room:resume")).toMatchObject({ resumed: true });
    expect(payloadsOf(await back.settle())).toContain(2);
    const again = await server.open();
    await again.ask(authFrame(project, { resume }), { type: "ready" });
    expect(await join(again, "b", "room:resume")).toMatchObject({ resumed: false });
    expect(await again.settle()).toEqual([{ type: "gap", subscriptionId: "b", reason: "expired" }]);
  });

  it("gets nothing again that was there before the connection answered a ping", async () => {
    const sender = await enter(server, project);
    const lost = await server.open();
    const { resume } = await lost.ask(authFrame(project), { type: "ready" });
    await join(sender, "a", "room:pinged");
    await join(lost, "b", "room:pinged");
    await say(sender, "a", 1);
    await lost.next({ type: "message" });
    // The second ping comes only after the answer to the first.
    for (let pings = 0; pings < 2; pings += 1) await once(lost.socket, "ping");
    lost.socket.terminate();
    await say(sender, "a", 2);
    const back = await server.open();
    await back.ask(authFrame(project, { resume }), { type: "ready" });
    await join(back, "b", "room:pinged");
    expect(payloadsOf(await back.settle())).toEqual([2]);
  });

  it("goes on from a connection that is open still, which ends", async () => {
    const sender = await enter(server, project);
    const before = await server.open();
    const { resume } = await before.ask(authFrame(project), { type: "ready" });
    await join(sender, "a", "room:open");
    await join(before, "b", "room:open");
    const thief = await server.open();
    await thief.ask(authFrame(await realtimeProject(), { resume }), { type: "ready" });
    expect((await before.settle()).length).toBe(0);
    const back = await server.open();
    await back.ask(authFrame(project, { resume }), { type: "ready" });
    expect(await before.closed).toMatchObject({ code: 1000 });
    expect(await join(back, "b", "room:open")).toMatchObject({ resumed: true });
    await say(sender, "a", 1);
    expect(payloadsOf(await back.settle())).toEqual([1]);
  });

  it("RT-06: doesn't go on from another user's connection", async () => {
    const user = await realtimeUser(project);
    const lost = await server.open();
    const { resume } = await lost.ask(authFrame(project, { token: user.token }), { type: "ready" });
    await join(lost, "b", "room:mine");
    await lost.close();
    const thief = await server.open();
    await thief.ask(authFrame(project, { resume }), { type: "ready" });
    expect(await join(thief, "b", "room:mine")).toMatchObject({ resumed: false });
  });
});

describe("the rules of a project", () => {
  const topics = [
    { pattern: "user:{sub}", subscribe: "signed-in", publish: "none" },
    { pattern: "user:*", subscribe: "anyone", publish: "anyone" },
    { pattern: "news", subscribe: "anyone", publish: "server" },
    { pattern: "team:*", subscribe: "signed-in", publish: "signed-in" },
    { pattern: "closed:*", subscribe: "none", publish: "none" },
  ];

  it("RT-13, WS-04: refuse another's topic, wildcards, look-alikes, and topics without a rule", async () => {
    const own = await realtimeProject({ topics });
    const [user, other] = [await realtimeUser(own), await realtimeUser(own)];
    const [client, visitor] = [await enter(server, own, user), await enter(server, own)];
    expect(await join(client, "mine", `user:${user.id}`)).toMatchObject({ type: "subscribed" });
    const refused = [`user:${other.id}`, "closed:1", "rooms", "news:1", "team", "team:1:admin"];
    for (const [index, topic] of refused.entries()) {
      const id = `no${index}`;
      const refusal = { type: "error", subscriptionId: id, code: "missing_permission", retryable: false };
      expect(await join(client, id, topic), topic).toMatchObject(refusal);
    }
    const malformed = [
      "*",
      "user:*",
      "user:{sub}",
      "user:",
      `usеr:${user.id}`,
      "team:1\u0000",
      " news",
      "tеam:1",
      "x".repeat(201),
    ];
    for (const topic of malformed)
      expect(await join(client, "no", topic), topic).toMatchObject({ code: "invalid_request" });
    expect(await join(visitor, "v", `user:${user.id}`)).toMatchObject({ code: "missing_permission" });
    expect(await join(visitor, "t", "team:1")).toMatchObject({ code: "missing_permission" });
    expect(await join(visitor, "n", "news")).toMatchObject({ type: "subscribed" });
    expect(await say(visitor, "n", 1)).toMatchObject({ code: "missing_permission", subscriptionId: "n", ref: 1 });
    expect(await say(client, "mine", 1)).toMatchObject({ code: "missing_permission" });
  });

  it("WS-04: keep projects apart", async () => {
    const [own, other] = [await realtimeProject(), await realtimeProject()];
    const [first, second] = [await enter(server, own), await enter(server, other)];
    await join(first, "a", "room:1");
    await join(second, "a", "room:1");
    await say(first, "a", "own");
    expect(await second.settle()).toEqual([]);
  });

  it("WS-04: end subscriptions when they change", async () => {
    const own = await realtimeProject();
    const client = await enter(server, own);
    await join(client, "a", "room:1");
    const realtime = { topics: [{ pattern: "room:*", subscribe: "signed-in" }] };
    await own.ctx.db.project.update({ where: { id: own.id }, data: { settings: { realtime } } });
    expect(await client.next({ type: "error" })).toMatchObject({ subscriptionId: "a", code: "missing_permission" });
    expect(await join(client, "b", "room:1")).toMatchObject({ code: "missing_permission" });
  });

  it("let a read-only key listen, and not send", async () => {
    const own = await realtimeProject({ scope: "read" });
    const client = await enter(server, own);
    expect(await join(client, "a", "room:1")).toMatchObject({ type: "subscribed" });
    expect(await say(client, "a", 1)).toMatchObject({ code: "missing_permission" });
    expect(await join(client, "b", "room:1", { presence: {} })).toMatchObject({ code: "missing_permission" });
  });
});

it("more messages than the plan allows are refused, with when to try again", async () => {
  const own = await realtimeProject({ plan: "free" });
  const clients = [await enter(server, own), await enter(server, own)];
  for (const client of clients) await join(client, "a", "room:1");
  for (const client of clients) {
    for (let sent = 0; sent < 70; sent += 1) client.send({ type: "send", subscriptionId: "a", event: "e", payload: 1 });
  }
  expect(await Promise.any(clients.map((client) => client.next({ type: "error" })))).toMatchObject({
    ...{ subscriptionId: "a", code: "rate_limited", retryable: true, retryAfterSeconds: 1 },
  });
});
