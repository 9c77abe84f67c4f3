import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";
import type { SqlSocketTimes } from "@/lib/http/sql/websocket/times";
import { type HostingService, openHostingService } from "@/tests/support/databases";
import { frontend, ProtocolClient } from "@/tests/support/protocol-client";
import { exchangeUntilClosed } from "@/tests/support/raw-connection";
import {
  type HostedDatabase,
  hostedDatabase,
  type SqlSocketServer,
  sessionsAt,
  startSqlSockets,
} from "@/tests/support/sql-sockets";

let service: HostingService;
let database: HostedDatabase;
const servers: SqlSocketServer[] = [];

beforeAll(async () => {
  service = await openHostingService();
  database = await hostedDatabase(service);
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    expect(server.logged).toEqual([]);
    await server.close();
  }
});

afterAll(() => service.close());

async function start(times: Partial<SqlSocketTimes> = {}): Promise<SqlSocketServer> {
  const server = await startSqlSockets(service, { times });
  servers.push(server);
  return server;
}

/** As many sessions as these, one after the other. */
async function signInOften(server: SqlSocketServer, target: HostedDatabase, times: number): Promise<ProtocolClient[]> {
  const clients: ProtocolClient[] = [];
  while (clients.length < times) clients.push(await ProtocolClient.signIn(server.url, target));
  return clients;
}

async function attempt({ url }: SqlSocketServer, target: HostedDatabase) {
  const client = await ProtocolClient.open(url);
  client.send(frontend.startup({ user: target.id }), frontend.password(target.password), frontend.terminate());
  return client.ending();
}

const statusOfHandshake = ({ url }: SqlSocketServer) =>
  new Promise<number | undefined>((resolve) => {
    const socket = new WebSocket(url);
    socket.on("error", () => {});
    socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode));
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
  });

describe("WS-03, SQ-06: the connections at a time", () => {
  it("of a database are limited, and a place that was given back can be taken", async () => {
    const server = await start();
    const { limit } = CONCURRENCY_LIMITS.socketsOfDatabase;
    const [first] = await signInOften(server, database, limit);
    const message = "The database has all of its 15 WebSocket connections in use. Close some, or use SQL over HTTP.";
    expect(await attempt(server, database)).toEqual({ code: "53300", message, closeCode: 1013 });
    first?.socket.close();
    await expect.poll(async () => (await attempt(server, database)).closeCode).toBe(1000);
  });

  it("of an organisation are limited, and another's are not touched by that", async () => {
    const server = await start();
    const { socketsOfDatabase, socketsOfOrganisation } = CONCURRENCY_LIMITS;
    const targets = [database];
    while (targets.length * socketsOfDatabase.limit <= socketsOfOrganisation.limit) {
      targets.push(await hostedDatabase(service, database));
    }
    let left = socketsOfOrganisation.limit;
    for (const target of targets) {
      const wanted = Math.min(left, socketsOfDatabase.limit);
      await signInOften(server, target, wanted);
      left -= wanted;
    }
    const [last = database] = targets.slice(-1);
    expect(await attempt(server, last)).toMatchObject({
      code: "53300",
      message: expect.stringMatching(/^The organisation has all of its 50 /),
    });
    expect(await attempt(server, await hostedDatabase(service))).toMatchObject({ closeCode: 1000 });
  });

  it("of the process are limited, before anything is read", async () => {
    const server = await start();
    const { socketsOfProcess } = CONCURRENCY_LIMITS;
    const { concurrency } = server.runtime.context({ actor: database.owner.actor, requestId: "req_test" });
    const releases = Array.from({ length: socketsOfProcess.limit }, () =>
      concurrency.take([{ limit: socketsOfProcess, key: "" }]),
    );
    expect(await statusOfHandshake(server)).toBe(429);
    for (const release of releases) if (typeof release === "function") release();
    expect(await statusOfHandshake(server)).toBe(101);
  });

  it("that haven't signed in are limited per address", async () => {
    const server = await start();
    const session = await ProtocolClient.signIn(server.url, database);
    const waiting: ProtocolClient[] = [];
    while (waiting.length < CONCURRENCY_LIMITS.signInsOfAddress.limit)
      waiting.push(await ProtocolClient.open(server.url));
    expect(await statusOfHandshake(server)).toBe(429);
    waiting.pop()?.send(frontend.startup({ user: database.id }), frontend.password(database.password));
    await expect.poll(() => statusOfHandshake(server)).toBe(101);
    expect(session.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe("WS-03: a connection without progress", () => {
  it.each<[name: string, bytes: () => Buffer[]]>([
    ["nothing", () => []],
    ["half a startup message", () => [frontend.startup({ user: database.id }).subarray(0, 12)]],
    ["no password", () => [frontend.startup({ user: database.id })]],
    ["half a password", () => [frontend.startup({ user: database.id }), frontend.password("abc").subarray(0, 6)]],
  ])("ends when %s came in time", async (_name, bytes) => {
    const server = await start({ startup: 200 });
    const client = await ProtocolClient.open(server.url);
    client.send(...bytes());
    expect(await client.ending()).toEqual({
      ...{ code: "57014", message: "The connection wasn't set up within 0.2 seconds.", closeCode: 1008 },
    });
  });

  it("ends when it was idle for too long, and not while a statement runs", async () => {
    const server = await start({ idle: 1_500 });
    const client = await ProtocolClient.signIn(server.url, database);
    client.send(frontend.query("select pg_sleep(3)"));
    expect((await client.until("Z")).map(({ type }) => type)).toEqual(["T", "D", "C", "Z"]);
    expect(await client.ending()).toMatchObject({ code: "57P05", closeCode: 1000 });
    await expect.poll(() => sessionsAt(service, database)).toEqual([]);
  });

  it("ends when the client doesn't answer pings, and not when it does", async () => {
    const impatient = await start({ ping: 100 });
    const silent = new WebSocket(impatient.url, { autoPong: false });
    const [code] = await once(silent, "close");
    expect(code).toBe(1006);
    const patient = await start({ ping: 1_500 });
    const client = await ProtocolClient.signIn(patient.url, database);
    client.send(frontend.query("select pg_sleep(4)"));
    expect((await client.until("Z")).map(({ type }) => type)).toContain("D");
  });
});

describe("SQ-05: a client that goes away", () => {
  it.each(["terminate", "close"] as const)("by %s ends its statement and its session at the host", async (way) => {
    const server = await start();
    const client = await ProtocolClient.signIn(server.url, database);
    client.send(frontend.query("set statement_timeout = 0"));
    await client.until("Z");
    client.send(frontend.query("create table left_behind (a int); select pg_sleep(100)"));
    await expect.poll(async () => (await sessionsAt(service, database)).map(({ state }) => state)).toEqual(["active"]);
    client.socket[way]();
    await expect.poll(() => sessionsAt(service, database)).toEqual([]);
    const after = await ProtocolClient.signIn(server.url, database);
    after.send(frontend.query("select to_regclass('left_behind') is null"));
    expect(
      (await after.until("Z"))
        .find(({ type }) => type === "D")
        ?.body.toString()
        .at(-1),
    ).toBe("t");
  });

  it("while it signs in leaves no session and no place behind", async () => {
    const server = await start();
    for (let n = 0; n < CONCURRENCY_LIMITS.socketsOfDatabase.limit * 2; n += 1) {
      const client = await ProtocolClient.open(server.url);
      client.send(frontend.startup({ user: database.id }), frontend.password(database.password));
      client.socket.terminate();
      await client.closed;
    }
    await expect.poll(() => sessionsAt(service, database)).toEqual([]);
    await signInOften(server, database, CONCURRENCY_LIMITS.socketsOfDatabase.limit);
  });
});

describe("WS-03: a client that doesn't read", () => {
  const MEGABYTE = 1024 ** 2;

  it("keeps 500 MB of rows at the host, not in the memory of the process", async () => {
    const server = await start();
    const client = await ProtocolClient.signIn(server.url, database);
    const raw = Reflect.get(client.socket, "_socket") as Socket;
    const before = process.memoryUsage().rss;
    raw.pause();
    client.send(frontend.query("select repeat('x', 10000) from generate_series(1, 50000)"));
    const waits = async () => (await sessionsAt(service, database)).map(({ waitsFor }) => waitsFor);
    await expect.poll(waits).toEqual(["Client: ClientWrite"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEGABYTE);
    const other = await ProtocolClient.signIn(server.url, database);
    other.send(frontend.query("select 1"));
    await other.until("Z");
    expect(await waits()).toContain("Client: ClientWrite");
    client.socket.terminate();
    other.socket.close();
    await expect.poll(() => sessionsAt(service, database)).toEqual([]);
  });

  it("is cut off when the process stops", async () => {
    const server = await start({ close: 200 });
    const client = await ProtocolClient.signIn(server.url, database);
    (Reflect.get(client.socket, "_socket") as Socket).pause();
    client.send(frontend.query("select repeat('x', 10000) from generate_series(1, 50000)"));
    await expect
      .poll(async () => (await sessionsAt(service, database)).map(({ waitsFor }) => waitsFor))
      .toEqual(["Client: ClientWrite"]);
    await server.sockets.close();
    await expect.poll(() => sessionsAt(service, database)).toEqual([]);
  });
});

describe("a process that stops", () => {
  it("tells every client, ends running statements, and takes nobody new", async () => {
    const server = await start();
    const idle = await ProtocolClient.signIn(server.url, database);
    const busy = await ProtocolClient.signIn(server.url, database);
    busy.send(frontend.query("select pg_sleep(100)"));
    const beginning = await ProtocolClient.open(server.url);
    await expect.poll(async () => (await sessionsAt(service, database)).map(({ state }) => state)).toContain("active");
    await server.sockets.close();
    for (const client of [idle, busy, beginning]) {
      expect(await client.ending()).toEqual({
        ...{ code: "57P01", message: "The service is restarting. Connect again.", closeCode: 1001 },
      });
    }
    await expect.poll(() => sessionsAt(service, database)).toEqual([]);
    const head = "GET /v2 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect(await exchangeUntilClosed(`http://${server.address}`, head)).toMatch(
      /^HTTP\/1.1 503 [\s\S]*"service_unavailable"/,
    );
  });
});
