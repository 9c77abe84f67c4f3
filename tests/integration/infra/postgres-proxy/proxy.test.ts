import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, connect as open, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { functionRoleOf } from "@/lib/core/ids";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { DatabaseProxy } from "@/lib/infra/postgres-proxy/database-proxy";
import type { FunctionDatabases } from "@/lib/infra/postgres-proxy/session-shelf";
import { openFunctionDatabase } from "@/lib/services/functions/open-database";
import { createSqlParts } from "@/lib/sql/over-http/context";
import { asSuperuser, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

let service: HostingService;
let databaseId: string;
let databases: FunctionDatabases;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  databaseId = await createReadyDatabase(service, member.owner);
  const ctx = await service.worker();
  databases = {
    connect: (owner) => openFunctionDatabase({ ...ctx, ...createSqlParts(service.db) }, owner),
    takeOver: async () => undefined,
  };
});

afterAll(() => service.close());

/** A proxy at a Unix socket, as a function reaches it by its own. */
async function startProxy() {
  const folder = await mkdtemp(join(tmpdir(), "coppice-proxy-"));
  const opened: RawSession[] = [];
  const proxy = new DatabaseProxy({
    ...databases,
    connect: async (owner) => {
      const session = await databases.connect(owner);
      opened.push(session);
      return session;
    },
  });
  const served: Promise<void>[] = [];
  const server = createServer((socket) => served.push(proxy.serve(socket, { functionId: "fn_1", databaseId })));
  const port = 5432;
  await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  onTestFinished(async () => {
    server.close();
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  });
  const client = (options: pg.ClientConfig = {}) =>
    new pg.Client({ host: folder, port, user: "function", password: "any", database: "db", ...options });
  /** Resolves when the sessions of clients who have left can be used again. */
  const settled = () => Promise.all(served);
  return { opened, client, settled, path: join(folder, `.s.PGSQL.${port}`) };
}

async function withClient<T>(client: pg.Client, work: (client: pg.Client) => Promise<T>): Promise<T> {
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test("a client works as the database's function role, and the next one gets the same session", async () => {
  const { opened, client, settled } = await startProxy();
  const look = "SELECT current_user AS role, current_database() AS database, pg_backend_pid() AS pid, $1::int AS one";
  const first = await withClient(client(), (session) => session.query(look, [1]));
  await settled();
  const second = await withClient(client(), (session) => session.query(look, [2]));
  expect(first.rows[0]).toMatchObject({ role: functionRoleOf(databaseId), database: databaseId, one: 1 });
  expect(second.rows[0].pid).toBe(first.rows[0].pid);
  expect(opened).toHaveLength(1);
});

test.each([
  ["another user", { user: "postgres" }, "28000"],
  ["another database", { database: "postgres" }, "3D000"],
  ["replication", { replication: "database" } as pg.ClientConfig, "0A000"],
  ["options", { options: "-c role=postgres" }, "0A000"],
])("FN-04: a start-up with %s is refused, and opens no session", async (_name, options, code) => {
  const { opened, client } = await startProxy();
  const refused = client(options);
  refused.on("error", () => {});
  await expect(refused.connect()).rejects.toMatchObject({ code });
  expect(opened).toEqual([]);
});

test("FN-04: a request to cancel, a start-up that is none and a very long one get nothing", async () => {
  const { opened, path } = await startProxy();
  const words = (...values: number[]) => Buffer.concat(values.map(int32));
  expect(await said(path, words(16, 80_877_102, 1, 1))).toContain("0A000");
  expect(await said(path, words(8, 2 << 16))).toContain("08P01");
  expect(await said(path, words(0x7fffffff, 3 << 16))).toContain("08P01");
  expect(await said(path, words(3, 0))).toContain("08P01");
  expect(opened).toEqual([]);
});

test("FN-04: a message of a gigabyte ends the connection, and not one byte of it reaches the server", async () => {
  const { client, path } = await startProxy();
  const socket = await signedIn(path);
  socket.write(Buffer.concat([Buffer.from("Q"), int32(1_000_000_000)]));
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString("latin1")).toContain("54000");
  await withClient(client(), (session) => session.query("SELECT 1"));
});

test.each([
  ["a transaction", "BEGIN; CREATE TABLE left_behind ()", "SELECT to_regclass('left_behind') AS found"],
  [
    "a setting",
    "SET search_path = pg_catalog",
    "SELECT nullif(current_setting('search_path'), '\"$user\", public') AS found",
  ],
  ["a temporary table", "CREATE TEMP TABLE mine ()", "SELECT to_regclass('mine') AS found"],
  ["a prepared statement", "PREPARE mine AS SELECT 1", "SELECT max(name) AS found FROM pg_prepared_statements"],
  ["a channel", "LISTEN mine", "SELECT max(c) AS found FROM pg_listening_channels() AS c"],
  ["a lock", "SELECT pg_advisory_lock(1)", "SELECT nullif(pg_advisory_unlock(1), false) AS found"],
  [
    "a cursor",
    "BEGIN; DECLARE mine CURSOR WITH HOLD FOR SELECT 1; COMMIT",
    "SELECT max(name) AS found FROM pg_cursors",
  ],
  ["a failed transaction", "BEGIN", "SELECT pg_current_xact_id_if_assigned() AS found"],
])("FN-05: %s that a client leaves behind is not there for the next one", async (_name, left, look) => {
  const { client, opened, settled } = await startProxy();
  await withClient(client(), (session) => session.query(left));
  await settled();
  const { rows } = await withClient(client(), (session) => session.query(look));
  expect(rows).toEqual([{ found: null }]);
  expect(opened).toHaveLength(1);
});

test.each([
  ["a client set", "SET app.tenant = 'acme'"],
  ["a routine set", "SELECT as_tenant()"],
])("SQ-L3: the next client doesn't know a parameter that %s", async (_name, text) => {
  const { client, settled } = await startProxy();
  await withClient(client(), (session) =>
    session.query(`CREATE OR REPLACE FUNCTION as_tenant() RETURNS text LANGUAGE sql AS
      $$ SELECT set_config('app.tenant', 'acme', false) $$`),
  );
  await settled();
  await withClient(client(), (session) => session.query(text));
  await settled();
  const look = "SELECT current_setting('app.tenant', true) AS found";
  expect((await withClient(client(), (session) => session.query(look))).rows).toEqual([{ found: null }]);
  await withClient(client(), (session) => session.query("DROP FUNCTION as_tenant()"));
});

test("FN-05: a session in the midst of something is ended, and the next client gets another", async () => {
  const { client, opened, path } = await startProxy();
  for (const half of [
    Buffer.concat([Buffer.from("Q"), int32(50), Buffer.from("SELECT")]),
    message("Q", "SELECT pg_sleep(600)"),
    Buffer.concat([message("P", "", "SELECT 1", Buffer.alloc(2))]),
    message("Q", "COPY (SELECT generate_series(1, 1e7)) TO STDOUT"),
  ]) {
    const socket = await signedIn(path);
    await new Promise((resolve) => socket.write(half, resolve));
    socket.destroy();
  }
  const { rows } = await withClient(client(), (session) => session.query("SELECT 1 AS one"));
  expect(rows).toEqual([{ one: 1 }]);
  const pids = opened.slice(0, -1).map(({ processId }) => processId);
  const left = () =>
    asSuperuser(service.cluster, "postgres", (session) =>
      session.query("SELECT FROM pg_stat_activity WHERE pid = ANY ($1)", [pids]),
    );
  await expect.poll(async () => (await left()).rowCount).toBe(0);
});

test("AT-C2: a kept session ends with the closing of the database, and a client gets none until it's opened", async () => {
  const { client, opened, settled } = await startProxy();
  await withClient(client(), (session) => session.query("SELECT 1"));
  await settled();
  const role = functionRoleOf(databaseId);
  const [kept] = opened;
  const closed = once(kept?.stream as Duplex, "close");
  // As the guard closes a database.
  await asSuperuser(service.cluster, "postgres", (session) =>
    session.query(`ALTER ROLE ${role} NOLOGIN; SELECT pg_terminate_backend(${kept?.processId})`),
  );
  await closed;
  const refused = client();
  refused.on("error", () => {});
  await expect(refused.connect()).rejects.toMatchObject({ code: "57P03" });
  expect(opened).toHaveLength(1);
  await asSuperuser(service.cluster, "postgres", (session) => session.query(`ALTER ROLE ${role} LOGIN`));
  expect((await withClient(client(), (session) => session.query("SELECT 1 AS one"))).rows).toEqual([{ one: 1 }]);
});

test("a statement that a client sent before it took its leave is carried out", async () => {
  const { client, path } = await startProxy();
  await withClient(client(), (session) => session.query("CREATE TABLE IF NOT EXISTS kept (n int)"));
  const socket = await signedIn(path);
  socket.end(Buffer.concat([message("Q", "INSERT INTO kept VALUES (1)"), message("X")]));
  socket.resume();
  await once(socket, "close");
  const count = () => withClient(client(), (session) => session.query("SELECT count(*)::int AS n FROM kept"));
  await expect.poll(async () => (await count()).rows).toEqual([{ n: 1 }]);
});

test("a function has five connections at a time, and the sixth waits for one", async () => {
  const { client, opened } = await startProxy();
  const clients = Array.from({ length: 5 }, () => client());
  await Promise.all(clients.map((each) => each.connect()));
  const sixth = client();
  const connected = sixth.connect();
  await clients[0]?.end();
  await connected;
  expect(opened).toHaveLength(5);
  await Promise.all([...clients.slice(1), sixth].map((each) => each.end()));
});

test("AT-C1: clients that go away while they wait take no connection from those that come after", async () => {
  const { client, path, settled } = await startProxy();
  const clients = Array.from({ length: 5 }, () => client());
  await Promise.all(clients.map((each) => each.connect()));
  const waiting = Array.from({ length: 5 }, () => asking(path));
  await Promise.all(waiting.map((socket) => once(socket, "connect")));
  const gone = waiting.map((socket) => once(socket.destroy(), "close"));
  await Promise.all([...gone, ...clients.map((each) => each.end())]);
  await settled();
  const later = Array.from({ length: 5 }, () => client());
  await Promise.all(later.map((each) => each.connect()));
  await Promise.all(later.map((each) => each.end()));
});

test("AT-C1: a client that goes away while its session is opened takes no connection from the next", async () => {
  const { client, path, settled } = await startProxy();
  for (let time = 0; time < 6; time += 1) {
    const socket = asking(path);
    await once(socket, "connect");
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
  }
  await settled();
  expect((await withClient(client(), (session) => session.query("SELECT 1 AS one"))).rows).toEqual([{ one: 1 }]);
});

/** A module that connects to the database by the wire, with \`ask\` for its answers. */
const withDatabase = (fetch: string) => `
  import { connect } from "cloudflare:sockets";
  const message = (type, text) => {
    const body = new TextEncoder().encode(text);
    const bytes = new Uint8Array((type ? 1 : 0) + 4 + body.length);
    if (type) bytes[0] = type.charCodeAt(0);
    new DataView(bytes.buffer).setInt32(type ? 1 : 0, body.length + 4);
    bytes.set(body, (type ? 1 : 0) + 4);
    return bytes;
  };
  async function ask(env, statement, expected) {
    const { hostname, port, username, pathname } = new URL(env.DATABASE_URL);
    const socket = connect(hostname + ":" + port);
    const writer = socket.writable.getWriter();
    await writer.write(message("", "\\0\\x03\\0\\0user\\0" + username + "\\0database\\0" + pathname.slice(1) + "\\0\\0"));
    await writer.write(message("Q", statement + "\\0"));
    let text = "";
    for await (const chunk of socket.readable) {
      text += new TextDecoder("latin1").decode(chunk);
      if (text.includes(expected)) break;
    }
    await socket.close();
    return text;
  }
  export default { async fetch(request, env) { ${fetch} } };`;

test("a function reaches its database by DATABASE_URL, whose password is none", async () => {
  const { runtime, outcomes } = startFunctions({ databases });
  const script = withDatabase(`
    const text = await ask(env, "SELECT 'i am ' || current_user", "i am ");
    return new Response(/i am fn_[0-9a-z]{20}/.exec(text)[0]);`);
  const asking = program(script, { databaseId });
  const response = await answerOf(runtime, asking, invocation());
  expect(await response.text()).toBe(`i am ${functionRoleOf(databaseId)}`);
  await expect.poll(() => outcomes).toHaveLength(1);
});

test("AT-C1: an invocation opens 50 connections to its database at most, and the next one has its own", async () => {
  const { runtime, outcomes } = startFunctions({ databases });
  const script = withDatabase(`
    let opened = 0;
    for (let time = 0; time < 60; time += 1) opened += await ask(env, "SELECT 'here'", "here").then(() => 1, () => 0);
    return new Response(String(opened));`);
  const version = program(script, { databaseId });
  for (let call = 1; call <= 2; call += 1) {
    expect(await (await answerOf(runtime, version, invocation())).text()).toBe("50");
    await expect.poll(() => outcomes).toHaveLength(call);
    const message = "An invocation may open at most 50 connections to its database.";
    expect(outcomes.at(-1)?.logs).toContainEqual(expect.objectContaining({ level: "warn", message }));
  }
});

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

/** A connection that has sent its start-up message. */
function asking(path: string): Socket {
  const socket = open(path);
  socket.on("error", () => {});
  const parameters = Buffer.from("user\0function\0database\0db\0\0");
  socket.write(Buffer.concat([int32(parameters.length + 8), int32(3 << 16), parameters]));
  return socket;
}

async function signedIn(path: string): Promise<Socket> {
  const socket = asking(path);
  let answer = "";
  while (!answer.endsWith(READY)) answer += String((await once(socket, "data"))[0].toString("latin1"));
  return socket;
}

/** ReadyForQuery, outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]).toString("latin1");

/** Returns all that the other end says. */
async function said(path: string, bytes: Buffer): Promise<string> {
  const socket = open(path);
  socket.on("error", () => {});
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}
