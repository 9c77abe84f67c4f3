import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundle } from "@/bin/bundle.mjs";
import { handOver } from "@/lib/server/supervise/hand-over";
import { RoleOnDemand } from "@/lib/server/supervise/role-on-demand";
import { RoleProcess } from "@/lib/server/supervise/role-process";
import { RawConnection } from "@/tests/support/raw-connection";

const built = join(process.cwd(), ".setup", "tests", `door-${process.pid}`);
const log = pino({ level: "silent" });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "door-"));
  await bundle({ role: "tests/support/handed/role.ts", web: "tests/support/handed/web.ts" }, built);
});
afterAll(async () => {
  for (const each of [built, folder]) await rm(each, { recursive: true, force: true });
});

/** A supervisor in this process, with a web process behind the door and the role `sql`, neither of which loads anything. */
async function start() {
  const webSocket = join(folder, `${process.hrtime.bigint()}.sock`);
  const place = { socketPath: `${webSocket}.sql` };
  const children: Record<string, ChildProcess> = {};
  const launch = (name: "role" | "web") => () => {
    const child = fork(join(built, `${name}.js`), [webSocket]);
    children[name] = child;
    return child;
  };
  const sql = new RoleOnDemand({ name: "sql", log, place, launch: launch("role") });
  const { promise: port, resolve } = Promise.withResolvers<number>();
  const web = new RoleProcess({
    ...{ name: "web", log, launch: launch("web") },
    onMessage: (message, connection) => {
      if (message.type === "listening") resolve((message as unknown as { port: number }).port);
      else handOver(message, connection, { sql });
    },
  });
  await sql.start();
  web.start();
  onTestFinished(async () => {
    for (const each of Object.values(children)) each.kill("SIGCONT");
    await Promise.all([web.stop(1_000), sql.stop(1_000)]);
  });
  const url = `http://127.0.0.1:${await port}`;
  const connect = async () => {
    const connection = await RawConnection.open(url);
    onTestFinished(() => connection.close());
    return connection;
  };
  return { url, connect, signal: (name: "role" | "web", signal: NodeJS.Signals) => children[name]?.kill(signal) };
}

const request = (path: string, body = "", method = "POST") =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const answersIn = (text: string) => [...text.matchAll(/(?:sql|web) \S+ \S+ \d+/g)].map(([answer]) => answer);
const ends = (count: number) => new RegExp(`(?:(?:sql|web) (?:POST|GET) [\\s\\S]*?){${count}}\\n`);

test("a connection goes to the role that its first request is for, with a body that is read amid it", async () => {
  const { connect } = await start();
  for (const size of [0, 10, 300_000, 3_000_000]) {
    const [toRole, toWeb] = [await connect(), await connect()];
    toRole.write(request("/api/v1/sql", "x".repeat(size)));
    toWeb.write(request("/api/v1/databases?a=/sql", "x".repeat(size)));
    expect(await toRole.until(ends(1))).toContain(`sql POST /api/v1/sql ${size} from 127.0.0.1`);
    expect(await toWeb.until(ends(1))).toContain(`web POST /api/v1/databases?a=/sql ${size} `);
  }
});

test("the first line may come in pieces", async () => {
  const { connect } = await start();
  const connection = await connect();
  const bytes = Buffer.from(request("/sql?a=b", "body"));
  for (let at = 0; at < bytes.length; at += 3) await connection.writeAll(bytes.subarray(at, at + 3));
  expect(await connection.until(ends(1))).toContain("sql POST /sql?a=b 4 ");
});

test("requests of one connection are answered in order, each by the role that it is for", async () => {
  const { connect } = await start();
  const paths = ["/sql", "/info", "/api/v1/sql", "/dashboard", "/sql"];
  for (const first of [0, 1]) {
    const connection = await connect();
    const asked = paths.slice(first);
    connection.write(asked.map((path, index) => request(path, "x".repeat(index))).join(""));
    // A connection is the web process's own if its first request is, which then passes on the others.
    const expected = asked.map(
      (path, index) => `${/sql/.test(path) && first === 0 ? "sql" : "web"} POST ${path} ${index}`,
    );
    expect(answersIn(await connection.until(ends(asked.length)))).toEqual(expected);
  }
});

test("a request that the role reads itself doesn't need the web process", async () => {
  const { connect, signal } = await start();
  const connection = await connect();
  connection.write(request("/sql"));
  await connection.until(ends(1));
  signal("web", "SIGSTOP");
  connection.write(request("/sql", "again"));
  expect(answersIn(await connection.until(ends(2)))).toEqual(["sql POST /sql 0", "sql POST /sql 5"]);
});

test("a role that stands still keeps no other request waiting, and answers meanwhile requests later", async () => {
  const { connect, signal } = await start();
  const first = await connect();
  first.write(request("/sql"));
  await first.until(ends(1));
  signal("role", "SIGSTOP");
  const waiting = await Promise.all(Array.from({ length: 50 }, connect));
  for (const [index, each] of waiting.entries()) each.write(request("/sql", "x".repeat(index)));
  const other = await connect();
  other.write(request("/info"));
  await other.until(ends(1));
  expect(waiting.map(({ received }) => received)).toEqual(waiting.map(() => ""));
  signal("role", "SIGCONT");
  const answers = await Promise.all(waiting.map(async (each) => answersIn(await each.until(ends(1)))));
  expect(answers).toEqual(waiting.map((_each, index) => [`sql POST /sql ${index}`]));
});

test("a connection whose role is killed ends, and others wait for the next process", async () => {
  const { connect, signal } = await start();
  const first = await connect();
  first.write(request("/sql"));
  await first.until(ends(1));
  const closed = first.untilClosed();
  signal("role", "SIGKILL");
  const others = await Promise.all(Array.from({ length: 20 }, connect));
  for (const each of others) each.write(request("/sql", "body"));
  await closed;
  for (const each of others) expect(answersIn(await each.until(ends(1)))).toEqual(["sql POST /sql 4"]);
});

test("bytes that are no request are refused by the web process, and one without a whole line waits nowhere else", async () => {
  const { connect } = await start();
  const [hello, blank] = [await connect(), await connect()];
  hello.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]));
  expect(await hello.untilClosed()).toContain("HTTP/1.1 400 ");
  blank.write(`GET /${"a".repeat(20_000)} HTTP/1.1\r\n`);
  expect(await blank.untilClosed()).toMatch(/HTTP\/1\.1 4\d\d /);
  const late = await connect();
  late.write("GET /in");
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  late.write("fo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await late.until(ends(1))).toContain("web GET /info 0 ");
});
