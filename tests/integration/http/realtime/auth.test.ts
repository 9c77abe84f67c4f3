import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import {
  authFrame,
  enter,
  join,
  type RealtimeProject,
  type RealtimeServer,
  type RealtimeUser,
  realtimeProject,
  realtimeUser,
  startRealtime,
} from "@/tests/support/realtime";
import { RedisServer } from "@/tests/support/redis-server";

let project: RealtimeProject;
let user: RealtimeUser;
const servers: RealtimeServer[] = [];
const SUBSCRIBE = { type: "subscribe", kind: "topic", topic: "room:1" };

beforeAll(async () => {
  project = await realtimeProject({ settings: { allowedOrigins: ["https://app.example"] } });
  user = await realtimeUser(project);
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

/** Returns the result of a socket whose `auth` has these fields. */
async function attempt(server: RealtimeServer, more: object, origin?: string): Promise<number | "ready"> {
  const client = await server.open(origin);
  client.send(authFrame(project, more));
  const outcome = await Promise.race([
    client.next({ type: "ready" }).then(
      () => "ready" as const,
      () => null,
    ),
    client.closed.then(({ code }) => code),
  ]);
  client.socket.terminate();
  return outcome ?? (await client.closed).code;
}

function statusOf(url: string, options: { origin?: string; protocol?: string }): Promise<number | undefined> {
  const { origin, protocol = "coppice.v1" } = options;
  const socket = new WebSocket(url, protocol, origin === undefined ? {} : { origin });
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode));
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
  });
}

describe("a socket", () => {
  it("is ready once it has said who it belongs to, with the limits of the project", async () => {
    const server = await start();
    const client = await server.open();
    expect(await client.ask(authFrame(project), { type: "ready" })).toEqual({
      ...{ type: "ready", socketId: expect.any(String), resume: expect.any(String), resumeSeconds: 120 },
      ...{ heartbeatSeconds: 25, limits: { perSocket: 200, perProject: 1_000 } },
    });
    expect(await client.ask({ type: "ping" }, { type: "pong" })).toEqual({ type: "pong" });
    expect(client.socket.protocol).toBe("coppice.v1");
  });

  it("RT-12: that doesn't name its owner is closed", async () => {
    const server = await start({ times: { auth: 50 } });
    expect(await (await server.open()).closed).toMatchObject({ code: 4401 });
    const client = await server.open();
    client.send({ type: "ping" });
    expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it("needs a public key of the project", async () => {
    const server = await start();
    const other = await realtimeProject();
    expect(await attempt(server, { key: other.key })).toBe(4401);
    expect(await attempt(server, { projectId: other.id })).toBe(4401);
    expect(await attempt(server, { key: "pk_nothing" })).toBe(4401);
    expect(await attempt(server, {})).toBe("ready");
  });

  it("RT-05: takes no token of another project, without a signature, or that is no token", async () => {
    const server = await start();
    const other = await realtimeProject();
    const [, payload = ""] = user.token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const tokens = [(await realtimeUser(other)).token, `${none}.${payload}.`, "eyJ.eyJ.eyJ", `${user.token}x`];
    for (const token of tokens) expect(await attempt(server, { token }), token).toBe(4401);
    expect(await attempt(server, { token: user.token })).toBe("ready");
  });

  it("RT-05: of a banned user is refused, and closed where it is open", async () => {
    const server = await start({ times: { identities: 50 } });
    const banned = await realtimeUser(project);
    const client = await enter(server, project, banned);
    const { db } = project.ctx;
    await db.user.update({ where: { id: banned.id }, data: { bannedAt: new Date() } });
    expect(await client.closed).toMatchObject({ code: 4401 });
    expect(await attempt(server, { token: banned.token })).toBe(4401);
  });

  it("WS-02: of a session that has ended is closed, and so is one of a revoked key; others stay", async () => {
    const server = await start({ times: { identities: 50 } });
    const [leaving, own] = [await realtimeUser(project), await realtimeProject()];
    const [client, visitor, bystander] = [
      await enter(server, project, leaving),
      await enter(server, own),
      await enter(server, project, user),
    ];
    const { db } = project.ctx;
    await db.session.delete({ where: { id: leaving.sessionId } });
    expect(await client.closed).toMatchObject({ code: 4401 });
    await db.projectKey.updateMany({ where: { projectId: own.id }, data: { revokedAt: new Date() } });
    expect(await visitor.closed).toMatchObject({ code: 4401 });
    expect(await bystander.settle()).toEqual([]);
  });

  it("WS-02: a socket whose token has expired loses its subscriptions, and is closed without a new one", async () => {
    const server = await start({ times: { grace: -300_000, auth: 1_000 } });
    const client = await server.open();
    client.send(authFrame(project, { token: user.token }), { ...SUBSCRIBE, subscriptionId: "a" });
    expect(await client.next({ type: "error" })).toMatchObject({ subscriptionId: "a", code: "token_expired" });
    expect(await client.closed).toMatchObject({ code: 4401 });
    const renewing = await server.open();
    renewing.send(authFrame(project, { token: user.token }), { ...SUBSCRIBE, subscriptionId: "a" });
    await renewing.next({ type: "error" });
    await renewing.ask(authFrame(project), { type: "ready" });
    expect((await renewing.settle()).filter(({ type }) => type === "error")).toEqual([]);
  });

  it("WS-01: of a page needs an origin that the project allows; without a page there is none", async () => {
    const server = await start({ variables: { COPPICE_ENV: "development" } });
    expect(await attempt(server, {}, "https://app.example")).toBe("ready");
    expect(await attempt(server, {}, "https://evil.example")).toBe(4401);
    expect(await statusOf(server.url, { origin: "null" })).toBe(403);
  });

  it("WS-01: in production, of a page that no project allows is refused at once", async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    const server = await start({
      variables: {
        ...{ COPPICE_ENV: "production", REDIS_URL: redis.url, SMTP_URL: "smtps://mail.example" },
        ...{ COPPICE_URL: "https://coppice.example", COPPICE_CONTENT_URL: "https://content.example" },
      },
    });
    expect(await statusOf(server.url, { origin: "https://evil.example" })).toBe(403);
    expect(await attempt(server, {}, "https://app.example")).toBe("ready");
    expect(await attempt(server, {})).toBe("ready");
  });

  it("WS-02: takes no token in its address", async () => {
    const server = await start();
    expect(await statusOf(`${server.url}?token=${user.token}`, {})).toBe(400);
  });

  it("needs the protocol to be asked for by its name", async () => {
    const server = await start();
    expect(await statusOf(server.url, { protocol: "other" })).toBe(400);
    const plain = await fetch(server.url.replace("ws:", "http:"));
    expect(plain.status).toBe(426);
  });

  it("OP-H2: of a plain request is refused with the headers that a proxy must pass on", async () => {
    const server = await start();
    const plain = await fetch(server.url.replace("ws:", "http:"));
    expect([plain.status, plain.headers.get("upgrade")]).toEqual([426, "websocket"]);
    expect(await plain.json()).toMatchObject({
      error: { code: "upgrade_required", message: expect.stringContaining("proxy") },
    });
  });

  it("renews its user's token and keeps its subscriptions", async () => {
    const server = await start();
    const client = await enter(server, project, user);
    await join(client, "a", "room:1");
    await client.ask(authFrame(project, { token: user.token }), { type: "ready" });
    expect(
      await client.ask({ type: "send", subscriptionId: "a", event: "e", payload: 1, ref: "r" }, { type: "ack" }),
    ).toEqual({ type: "ack", ref: "r" });
  });

  it("RT-05: that gets another user's token ends its subscriptions first, and so does one that gets a first", async () => {
    const server = await start();
    const next = await realtimeUser(project);
    for (const before of [user, undefined]) {
      const client = await enter(server, project, before);
      await join(client, "a", "room:1");
      client.send(authFrame(project, { token: next.token }));
      await client.next({ type: "ready" });
      expect(client.frames).toMatchObject([{ type: "error", subscriptionId: "a", code: "missing_permission" }]);
    }
  });

  it("RT-05: can't go over to another project, or on with a token that is none", async () => {
    const server = await start();
    const [first, second] = [await enter(server, project, user), await enter(server, project, user)];
    first.send(authFrame(await realtimeProject()));
    second.send(authFrame(project, { token: "eyJ.eyJ.eyJ" }));
    expect(await Promise.all([first.closed, second.closed])).toMatchObject([{ code: 4401 }, { code: 4401 }]);
  });

  it("is closed when its project is suspended, and refused while it is", async () => {
    const server = await start({ times: { projects: 50 } });
    const own = await realtimeProject();
    const client = await enter(server, own);
    const { db } = project.ctx;
    await db.project.update({ where: { id: own.id }, data: { status: "suspended" } });
    expect(await client.closed).toMatchObject({ code: 4403 });
    const late = await server.open();
    late.send(authFrame(own));
    expect(await late.closed).toMatchObject({ code: 4403 });
  });

  it("RT-13: is closed when the project's connection seconds of the month are used up, and refused from then on", async () => {
    const server = await start({ times: { identities: 50 } });
    const own = await realtimeProject({ plan: "free" });
    const client = await enter(server, own);
    const [{ db }, now] = [project.ctx, new Date()];
    const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
    await db.usageHour.create({
      data: { projectId: own.id, hour, metric: "connection", count: 1n, amount: 1_000_000n },
    });
    expect(await client.closed).toMatchObject({ code: 4402 });
    const late = await server.open();
    late.send(authFrame(own));
    expect(await late.closed).toMatchObject({ code: 4402 });
  });

  it("is told to connect again when the service restarts", async () => {
    const server = await start();
    const client = await enter(server, project, user);
    await server.sockets.close();
    expect(await client.closed).toMatchObject({ code: 1012 });
    expect(await statusOf(server.url, {})).toBe(503);
  });
});
