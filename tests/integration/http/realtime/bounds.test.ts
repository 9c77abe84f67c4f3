import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";
import {
  authFrame,
  enter,
  join,
  type RealtimeProject,
  type RealtimeServer,
  realtimeProject,
  startRealtime,
} from "@/tests/support/realtime";

let project: RealtimeProject;
const servers: RealtimeServer[] = [];

beforeAll(async () => {
  project = await realtimeProject({ plan: "team" });
});

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

async function socketsOf({ runtime }: RealtimeServer): Promise<number> {
  return (await runtime.sockets.figuresOf(project.id)).sockets;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes that the process still has a use for. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("WS-03: a client that", () => {
  it("sends a frame over 64 kB is closed", async () => {
    const client = await enter(await start(), project);
    client.socket.send("x".repeat(64 * 1024 + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
  });

  it("sends fragments without end is closed", async () => {
    const client = await enter(await start(), project);
    for (let count = 0; count < 200; count += 1) client.socket.send("x", { fin: false });
    expect([1008, 1009]).toContain((await client.closed).code);
  });

  it("sends frames or pings in a flood is closed", async () => {
    const server = await start();
    const [frames, pings] = [await enter(server, project), await enter(server, project)];
    for (let count = 0; count < 1_000; count += 1) frames.send({ type: "ping" });
    for (let count = 0; count < 1_000; count += 1) pings.socket.ping();
    expect(await frames.closed).toMatchObject({ code: 4429 });
    await pings.closed;
    expect(await server.runtime.sockets.figuresOf(project.id)).toMatchObject({ sockets: 0 });
  });

  it("SV-M1: takes all its subscriptions at once gets them, and a refusal for each one above", async () => {
    const client = await (await start()).open();
    client.send(authFrame(project));
    const ids = Array.from({ length: 205 }, (_, index) => `s${index}`);
    for (const id of ids) client.send({ type: "subscribe", subscriptionId: id, kind: "topic", topic: `room:${id}` });
    const answers = await Promise.all(ids.map((subscriptionId) => client.next({ subscriptionId })));
    expect(answers.slice(0, 200).map(({ type }) => type)).toEqual(ids.slice(0, 200).map(() => "subscribed"));
    for (const answer of answers.slice(200)) {
      expect(answer).toMatchObject({ type: "error", code: "limit_reached", limit: "socket" });
    }
  });

  it("SV-M1: sends too many frames at once is told so for each, and goes on when it was told to", async () => {
    const client = await (await start()).open();
    client.send(authFrame(project));
    const ids = Array.from({ length: 450 }, (_, index) => `s${index}`);
    // The subscriptions are none, so that each frame is answered by an error.
    const ask = (subscriptionId: string) =>
      client.ask({ type: "presence", subscriptionId, state: {} }, { subscriptionId });
    const answers = await Promise.all(ids.map(ask));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["not_found", "rate_limited"]));
    const refused = answers.filter(({ code }) => code === "rate_limited");
    for (const one of refused) {
      expect(one).toMatchObject({ type: "error", retryable: true, retryAfterSeconds: expect.any(Number) });
    }
    const last = String(refused.at(-1)?.subscriptionId);
    await expect.poll(async () => (await ask(last)).code, { interval: 500 }).toBe("not_found");
  });

  it("renews its token again and again is told to wait", async () => {
    const client = await enter(await start(), project);
    for (let count = 0; count < 6; count += 1) client.send(authFrame(project));
    expect(await client.next({ type: "error" })).toMatchObject({
      ...{ subscriptionId: null, code: "rate_limited", retryAfterSeconds: 5 },
    });
    expect((await client.settle()).map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => "ready"));
  });

  it("RT-12: sends a binary frame is closed", async () => {
    const client = await enter(await start(), project);
    client.socket.send(Buffer.from([1, 2, 3]));
    expect(await client.closed).toMatchObject({ code: 1003 });
  });

  it("RT-12: doesn't answer is dropped", async () => {
    const server = await start({ times: { heartbeat: 500 } });
    const client = await enter(server, project);
    (client.socket as unknown as { _socket: Socket })._socket.pause();
    await expect.poll(() => socketsOf(server)).toBe(0);
  });

  it("sends text that is no frame is told so, with its subscription where it names one", async () => {
    const client = await enter(await start(), project);
    client.socket.send("{");
    expect(await client.next({ type: "error" })).toEqual({
      ...{ type: "error", subscriptionId: null, code: "invalid_request", message: "The frame isn't JSON." },
      retryable: false,
    });
    client.send({ type: "subscribe", subscriptionId: "a", kind: "topic", topic: "röom:1" });
    expect(await client.next({ type: "error" })).toMatchObject({ subscriptionId: "a", code: "invalid_request" });
    client.send({ type: "send", subscriptionId: "!", event: "e", payload: 1, ref: 3 });
    expect(await client.next({ type: "error" })).toMatchObject({ subscriptionId: null, ref: 3 });
    client.send({ type: "subscribe", subscriptionId: "c", kind: "changes", table: "public.todos" });
    expect(await client.next({ type: "error" })).toMatchObject({ subscriptionId: "c", code: "not_found" });
  });
});

/** Messages of about 32 kB, from a server. */
async function fill(server: RealtimeServer, topic: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const payload = { number: sent, filling: "x".repeat(32_000) };
    await server.runtime.sockets.publish(project.id, [{ topic, event: "e", payload }], 100_000);
  }
}

describe("RT-12: a client that reads slowly", () => {
  it("gets the kept messages in order once it reads on, and a gap before it where something is missing", async () => {
    const server = await start();
    const client = await enter(server, project);
    await join(client, "a", "room:slow");
    const { _socket: socket } = client.socket as unknown as { _socket: Socket };
    socket.pause();
    await fill(server, "room:slow", 400);
    socket.resume();
    await client.next({ type: "gap", reason: "overflow" });
    await fill(server, "room:slow", 1);
    const numbers = client.frames.flatMap(({ payload }) => payload?.number ?? []);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(await client.next({ type: "message" })).toBeDefined();
  });

  it("for too long is closed, and takes no memory meanwhile", async () => {
    const server = await start({ times: { slow: 300, close: 100 } });
    const client = await enter(server, project);
    await join(client, "a", "room:stuck");
    const { _socket: socket } = client.socket as unknown as { _socket: Socket };
    socket.pause();
    await fill(server, "room:stuck", 400);
    const before = heldBytes();
    await fill(server, "room:stuck", 1_000);
    expect(heldBytes() - before).toBeLessThan(16 * 1024 ** 2);
    await expect.poll(() => socketsOf(server)).toBe(0);
    client.socket.terminate();
  });
});

describe("RT-12: sockets that don't name their owner", () => {
  it("are limited per address, and free their place when they do", async () => {
    const server = await start({ times: { auth: 60_000 } });
    const ctx = server.runtime.context({ actor: { kind: "anonymous", id: "a" }, requestId: "req_a" });
    const { unknownSocketsOfAddress } = CONCURRENCY_LIMITS;
    const releases = Array.from({ length: unknownSocketsOfAddress.limit - 1 }, () =>
      ctx.concurrency.take([{ limit: unknownSocketsOfAddress, key: "127.0.0.1" }]),
    );
    const last = await server.open();
    await expect(server.open()).rejects.toThrow("429");
    await last.ask(authFrame(project), { type: "ready" });
    expect(await server.open()).toBeDefined();
    for (const release of releases) if (typeof release === "function") release();
  });
});
