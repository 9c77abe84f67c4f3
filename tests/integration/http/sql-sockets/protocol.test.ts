import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { SqlSockets } from "@/lib/http/sql/websocket/sql-sockets";
import { type HostingService, openHostingService } from "@/tests/support/databases";
import { frontend, int32, message, ProtocolClient, text } from "@/tests/support/protocol-client";
import { exchangeUntilClosed, parseAnswer, statusesIn } from "@/tests/support/raw-connection";
import {
  type HostedDatabase,
  hostedDatabase,
  type SqlSocketServer,
  sessionsAt,
  startSqlSockets,
} from "@/tests/support/sql-sockets";

let service: HostingService;
let server: SqlSocketServer;
let database: HostedDatabase;

beforeAll(async () => {
  service = await openHostingService();
  server = await startSqlSockets(service);
  database = await hostedDatabase(service);
});

afterAll(async () => {
  expect(server.logged).toEqual([]);
  await server.close();
  await service.close();
});

const startup = (version?: number) => frontend.startup({ user: database.id }, version);

/** Returns the end of a connection that begins with these bytes. */
async function ended(...bytes: Buffer[]) {
  const client = await ProtocolClient.open(server.url);
  client.send(...bytes);
  return client.ending();
}

async function answers(client: ProtocolClient): Promise<boolean> {
  client.send(frontend.query("select 'here'"));
  return (await client.until("Z")).some(({ type, body }) => type === "D" && body.toString().endsWith("here"));
}

describe("the start of a connection", () => {
  it("declines encryption, once of each kind, and goes on", async () => {
    const client = await ProtocolClient.open(server.url);
    client.send(frontend.gssapiRequest());
    expect(await client.byte()).toBe("N");
    client.send(frontend.tlsRequest());
    expect(await client.byte()).toBe("N");
    client.send(startup(), frontend.password(database.password));
    await client.until("Z");
    expect(await answers(client)).toBe(true);
    client.socket.close();
    const again = await ProtocolClient.open(server.url);
    again.send(frontend.tlsRequest());
    expect(await again.byte()).toBe("N");
    again.send(frontend.tlsRequest());
    expect(await again.ending()).toMatchObject({ code: "08P01", closeCode: 1008 });
  });

  it.each([
    ["3.2, which a newer libpq asks for", (3 << 16) | 2, {}, []],
    ["3.9999, with which drivers try a server", (3 << 16) | 9999, {}, []],
    ["3.0 with options", 3 << 16, { "_pq_.wide": "1", "_pq_.tall": "2" }, ["_pq_.wide", "_pq_.tall"]],
  ])("settles on 3.0 with a client of protocol %s", async (_name, version, options, unknown) => {
    const client = await ProtocolClient.open(server.url);
    client.send(frontend.startup({ user: database.id, ...options }, version), frontend.password(database.password));
    const [negotiated] = await client.until("v");
    expect(negotiated?.body).toEqual(Buffer.concat([int32(3 << 16), int32(unknown.length), ...unknown.map(text)]));
    await client.until("Z");
    expect(await answers(client)).toBe(true);
    client.socket.close();
  });

  it("gets by bit by bit as it does in one piece", async () => {
    const client = await ProtocolClient.open(server.url);
    for (const byte of Buffer.concat([
      startup(),
      frontend.password(database.password),
      frontend.query("select 'here'"),
    ])) {
      client.send(Buffer.from([byte]));
    }
    await client.until("Z");
    expect((await client.until("Z")).map(({ type }) => type)).toEqual(["T", "D", "C", "Z"]);
    client.socket.close();
  });

  it("keeps the bytes that a client has sent behind its password", async () => {
    const client = await ProtocolClient.open(server.url);
    const filler = "x".repeat(3 * 1024 ** 2);
    client.send(
      startup(),
      frontend.password(database.password),
      frontend.query(`select length('${filler}')`),
      frontend.query("select 2"),
      frontend.terminate(),
    );
    const types = (await client.until("closed")).map(({ type }) => type);
    expect(types.filter((type) => !"SN".includes(type))).toEqual([..."RRKZ", ..."TDCZ", ..."TDCZ"]);
    expect(await client.closed).toBe(1000);
  });

  const password = () => frontend.password(database.password);
  it.each<[name: string, bytes: () => Buffer[], code: string]>([
    ["a message that is too long", () => [int32(10_001), Buffer.alloc(10_001)], "08P01"],
    ["a message of 2 GB", () => [int32(2 ** 31 - 1)], "08P01"],
    ["a negative length", () => [int32(-1)], "08P01"],
    ["a length that is too short", () => [int32(4)], "08P01"],
    ["a greeting of TLS", () => [Buffer.from("16030100f4010000f00303", "hex")], "08P01"],
    ["a request of HTTP", () => [Buffer.from("GET / HTTP/1.1\r\n\r\n")], "08P01"],
    ["protocol 2.0", () => [frontend.request(2 << 16, Buffer.alloc(292))], "0A000"],
    ["protocol 4.0", () => [frontend.startup({ user: "a" }, 4 << 16)], "0A000"],
    ["parameters without an end", () => [frontend.request(3 << 16, Buffer.from("user\0a"))], "08P01"],
    ["a name without a value", () => [frontend.request(3 << 16, Buffer.from("user\0a\0database\0\0"))], "08P01"],
    ["no parameters at all", () => [frontend.request(3 << 16, Buffer.from([0])), password()], "28P01"],
    ["a query in place of the password", () => [startup(), frontend.query("select 1")], "08P01"],
    [
      "a SASL answer in place of the password",
      () => [startup(), message("p", text("SCRAM-SHA-256"), int32(3), Buffer.from("n,,"))],
      "08P01",
    ],
    ["a password of 10 kB", () => [startup(), frontend.password("x".repeat(10_000))], "08P01"],
    ["a request to cancel of another length", () => [frontend.request(80_877_102, int32(1))], "08P01"],
  ])("SQ-02: refuses %s with an error and closes", async (_name, bytes, code) => {
    expect(await ended(...bytes())).toMatchObject({ code, closeCode: 1008 });
  });

  it("WS-03: ends text frames, frames that are too large and compression that was not agreed on", async () => {
    const talker = await ProtocolClient.open(server.url);
    talker.socket.send("select 1");
    expect(await talker.ending()).toMatchObject({ code: "08P01", closeCode: 1003 });
    const large = await ProtocolClient.open(server.url);
    large.send(Buffer.alloc(16 * 1024 ** 2 + 1));
    expect(await large.closed).toBe(1009);
    const endless = await ProtocolClient.open(server.url);
    const pieces = setInterval(() => endless.socket.send(Buffer.alloc(1024 ** 2), { fin: false }), 1);
    expect(await endless.closed).toBe(1009);
    clearInterval(pieces);
    const compressing = new WebSocket(server.url, { perMessageDeflate: true });
    await once(compressing, "open");
    expect(compressing.extensions).toBe("");
    compressing.terminate();
  });

  it("ends a session whose bytes are not Postgres' protocol as Postgres does", async () => {
    const client = await ProtocolClient.signIn(server.url, database);
    client.send(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
    expect(await client.ending()).toMatchObject({ code: "08P01", closeCode: 1011 });
  });
});

describe("the handshake", () => {
  it("WS-01: a page of another site gains nothing: cookies aren't looked at, so no Origin is refused", async () => {
    const headers = { Origin: "https://evil.example", Cookie: "session=of-a-victim" };
    const client = await ProtocolClient.open(server.url, headers);
    client.send(startup(), frontend.password("wrong"));
    expect(await client.ending()).toMatchObject({ code: "28P01", closeCode: 1008 });
  });

  const ask = (path: string, changes: { method?: string; upgrade?: string; version?: string; key?: string } = {}) => {
    const { method = "GET", upgrade = "websocket", version = "13", key = "dGhlIHNhbXBsZSBub25jZQ==" } = changes;
    const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n`;
    return `${head}Sec-WebSocket-Version: ${version}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;
  };

  it.each([
    ["another path", ask("/v1"), 404],
    ["a path below", ask("/v2/"), 404],
    ["the path in other letters", ask("/V2"), 404],
    ["another protocol", ask("/v2", { upgrade: "h2c" }), 426],
    ["another method", ask("/v2", { method: "POST" }), 426],
    ["an old version of WebSockets", ask("/v2", { version: "7" }), 400],
    ["a key that is none", ask("/v2", { key: "short" }), 400],
  ])("refuses %s as plain HTTP", async (_name, request, status) => {
    const answer = await exchangeUntilClosed(`http://${server.address}`, request);
    expect(statusesIn(answer)).toEqual([status]);
    expect(parseAnswer(answer).headers.get("connection")).toMatch(/close$/);
  });

  it("takes a query string, which some proxies add", async () => {
    const client = await ProtocolClient.signIn(`${server.url}?address=db.example%3A5432`, database);
    expect(await answers(client)).toBe(true);
    client.socket.close();
  });

  it("needs the client's address from a proxy in production", async () => {
    const { environment } = server.runtime;
    const production = {
      ...server.runtime,
      environment: { ...environment, mode: "production" as const, clientAddressHeader: "x-real-ip" },
    };
    const strict = createHttpServer(
      () => {},
      () => "req_test",
      "http://localhost",
      {},
      new SqlSockets(production),
    );
    await once(strict.listen(0, "127.0.0.1"), "listening");
    const { port } = strict.address() as { port: number };
    const answer = await exchangeUntilClosed(`http://127.0.0.1:${port}`, ask("/v2"));
    expect(statusesIn(answer)).toEqual([403]);
    expect(answer).toContain("origin_direct_rejected");
    const client = await ProtocolClient.open(`ws://127.0.0.1:${port}/v2`, { "x-real-ip": "192.0.2.1" });
    client.socket.terminate();
    strict.close();
  });
});

describe("a request to cancel", () => {
  async function signedIn() {
    const client = await ProtocolClient.open(server.url);
    client.send(startup(), frontend.password(database.password));
    return { client, key: ProtocolClient.keyOf(await client.until("Z")) };
  }

  it("SQ-05: cancels the statement of the session whose key it has, which goes on", async () => {
    const { client, key } = await signedIn();
    client.send(frontend.query("select pg_sleep(25)"));
    await expect.poll(() => running("select pg_sleep(25)")).toBe(1);
    const [processId, secretKey] = key;
    expect(await ended(frontend.cancelRequest(processId, secretKey ^ 1))).toEqual({ closeCode: 1000 });
    expect(await ended(frontend.cancelRequest(processId + 1, secretKey))).toEqual({ closeCode: 1000 });
    expect(await running("select pg_sleep(25)")).toBe(1);
    expect(await ended(frontend.cancelRequest(processId, secretKey))).toEqual({ closeCode: 1000 });
    expect(await client.error()).toMatchObject({ C: "57014" });
    await client.until("Z");
    expect(await answers(client)).toBe(true);
    client.socket.close();
    await client.closed;
    // The key of a session that has ended is nobody's.
    expect(await ended(frontend.cancelRequest(...key))).toEqual({ closeCode: 1000 });
  });
});

async function running(query: string): Promise<number> {
  const sessions = await sessionsAt(service, database);
  return sessions.filter(({ statement, state }) => statement === query && state === "active").length;
}
