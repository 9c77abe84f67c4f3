import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { listFunctionLogs } from "@/lib/services/functions/logs/list";
import { runScheduledFunction } from "@/lib/services/functions/schedules/run";
import { setSecret } from "@/lib/services/functions/secrets/set";
import { updateFunction } from "@/lib/services/functions/update";
import { signWebhook } from "@/lib/sign-in/webhooks/signature";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock } from "@/tests/support/context";
import { type HostingService, openHostingService } from "@/tests/support/databases";
import { functionRequest, toResponse } from "@/tests/support/function-messages";
import { deploy, giveDatabase, makeFunctions, type TestFunctions } from "@/tests/support/functions";
import { listen } from "@/tests/support/stand-in-server";

const FOLDER = "examples/functions";
const read = (path: string) => readFileSync(`${FOLDER}/${path}`, "utf8");

let hosting: HostingService;
let functions: TestFunctions;
let visitor: ServiceContext;
let server: ServiceContext;

beforeAll(async () => {
  hosting = await openHostingService();
});
afterAll(() => hosting.close());

beforeEach(async () => {
  functions = await makeFunctions({ plan: "pro", hosting, allowsLoopback: true });
  await giveDatabase(functions, hosting);
  [visitor, server] = [await functions.visitor(), await functions.server()];
});

const RUN_SQL = `import pg from "pg";
export default { async fetch(request) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try { return Response.json((await client.query(await request.text())).rows ?? []); } finally { await client.end(); }
} };`;

/** Runs SQL in the project's database, by a function as well. */
async function sql(text: string) {
  return (await ask("sql", { as: server, method: "POST", body: text })).json();
}

/** Deploys an example as the page about functions says, with its tables made. */
async function install(name: string, access: "public" | "server", { schemaOf = name, env = {} } = {}) {
  await deploy(functions, "sql", RUN_SQL, { access: "server" });
  await sql(read(`${schemaOf}/schema.sql`));
  const ctx = await functions.operator();
  const variables = Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  const options = ["--project", functions.projectId, "--access", access, ...variables];
  const deployed = await runCommand({ ctx }, "functions", "deploy", `${FOLDER}/${name}`, ...options);
  expect(deployed).toMatchObject({ exitCode: 0, stderr: "" });
}

/** Calls a function at its web address. */
async function ask(name: string, { as, path = "", ...init }: RequestInit & { as: ServiceContext; path?: string }) {
  const { projectId } = functions;
  const request = functionRequest(`https://content.example/f/${projectId}/${name}${path}`, init);
  return toResponse(await invokeFunction(as, { projectId, name, request, depth: 0 }));
}

const now = () => Math.floor(Date.now() / 1_000);

test("stripe-webhook keeps each event that Stripe has signed, once, and nothing else", async () => {
  await install("stripe-webhook", "public");
  const secret = "whsec_of_this_test";
  await setSecret(server, { projectId: functions.projectId, name: "STRIPE_WEBHOOK_SECRET", value: secret });
  const body = JSON.stringify({ id: "evt_1", type: "invoice.paid", data: { object: { total: 900, note: "ünïcode" } } });
  const sign = (text: string, { at = now(), by = secret } = {}) =>
    `t=${at},v1=${createHmac("sha256", by).update(`${at}.${text}`).digest("hex")},v0=${"0".repeat(64)}`;
  const send = async (header?: string, text = body) =>
    (
      await ask("stripe-webhook", {
        as: visitor,
        method: "POST",
        body: text,
        headers: header ? { "stripe-signature": header } : {},
      })
    ).status;
  expect(await send(sign(body))).toBe(200);
  expect(await send(sign(body))).toBe(200);
  // While a secret is replaced, Stripe signs with both.
  expect(await send(`t=${now()},v1=${"0".repeat(64)},${sign(body).split(",")[1]}`)).toBe(200);
  for (const wrong of [
    undefined,
    "nonsense",
    sign(body, { by: "another" }),
    sign(body, { at: now() - 400 }),
    sign(body, { at: now() + 400 }),
    sign(body).replace(/^t=\d+/, `t=${now() - 1}`),
    sign(body).replace("v1=", "v0="),
    sign(body).slice(0, 40),
    `t=${now()},v1=`,
  ]) {
    expect(await send(wrong), wrong).toBe(400);
  }
  expect(await send(sign(body), body.replace("900", "1"))).toBe(400);
  expect((await ask("stripe-webhook", { as: visitor })).status).toBe(405);
  expect(await sql("SELECT id, type, object FROM stripe_events")).toEqual([
    { id: "evt_1", type: "invoice.paid", object: { total: 900, note: "ünïcode" } },
  ]);
});

test("stripe-webhook takes nothing while its secret isn't set", async () => {
  await install("stripe-webhook", "public");
  const at = now();
  const header = `t=${at},v1=${createHmac("sha256", "").update(`${at}.{}`).digest("hex")}`;
  const sent = ask("stripe-webhook", {
    as: visitor,
    method: "POST",
    body: "{}",
    headers: { "stripe-signature": header },
  });
  await expect(sent).rejects.toMatchObject({ code: "function_failed" });
});

test("sign-in-hook keeps profiles by the events that the project's webhook has signed, in any order", async () => {
  await install("sign-in-hook", "public");
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  await setSecret(server, { projectId: functions.projectId, name: "HOOK_SECRET", value: secret });
  const send = async (event: object, { at = now(), by = [secret] } = {}) => {
    const body = JSON.stringify(event);
    const headers = signWebhook(by, { id: "msg_1", timestamp: at, body });
    return (await ask("sign-in-hook", { as: visitor, method: "POST", body, headers })).status;
  };
  const moment = (minute: number) => `2026-01-01T12:0${minute}:00.000Z`;
  const user = (type: string, minute: number, name: string) => ({
    ...{ type, timestamp: moment(minute), data: { id: "usr_1", name, createdAt: moment(0) } },
  });
  const session = (minute: number) => ({
    ...{ type: "session.created", timestamp: moment(minute) },
    data: { id: "ses_1", userId: "usr_1", createdAt: moment(minute) },
  });
  const profiles = () => sql("SELECT user_id, name, last_sign_in_at FROM profiles");
  for (const event of [
    session(3),
    session(1),
    user("user.updated", 2, "Ada Lovelace"),
    user("user.created", 0, "Ada"),
    { type: "webhook.test", timestamp: moment(4), data: { endpointId: "whe_1" } },
  ]) {
    expect(await send(event)).toBe(204);
  }
  expect(await profiles()).toEqual([{ user_id: "usr_1", name: "Ada Lovelace", last_sign_in_at: moment(3) }]);
  const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
  const deleted = { type: "user.deleted", timestamp: moment(5), data: { id: "usr_1" } };
  expect(await send(deleted, { by: [other] })).toBe(401);
  expect(await send(deleted, { at: now() - 400 })).toBe(401);
  const unsigned = await ask("sign-in-hook", { as: visitor, method: "POST", body: JSON.stringify(deleted) });
  expect(unsigned.status).toBe(401);
  expect(await profiles()).toHaveLength(1);
  expect(await send(deleted, { by: [other, secret] })).toBe(204);
  expect(await profiles()).toEqual([]);
});

test("products-api lets everyone read, servers alone write, and refuses impossible values", async () => {
  await install("products-api", "public");
  const call = async (
    method: string,
    path: string,
    { as = server, body }: { as?: ServiceContext; body?: string } = {},
  ) => {
    const answer = await ask("products-api", { as, method, path, ...(body !== undefined && { body }) });
    const text = await answer.text();
    return [answer.status, text === "" ? null : JSON.parse(text)];
  };
  const mug = { id: 1, name: "Red mug; DROP TABLE products", priceCents: 1_200 };
  expect(await call("POST", "", { body: JSON.stringify(mug) })).toEqual([201, mug]);
  expect(await call("GET", "/1", { as: visitor })).toEqual([200, mug]);
  expect(await call("GET", "", { as: visitor })).toEqual([200, { items: [mug], after: null }]);
  expect(await call("GET", "/?after=1", { as: visitor })).toEqual([200, { items: [], after: null }]);
  await sql("INSERT INTO products (name, price_cents) SELECT 'P' || n, n FROM generate_series(1, 50) n");
  const [, page] = await call("GET", "");
  expect([page.items.length, page.after]).toEqual([50, 50]);
  expect((await call("GET", "?after=50"))[1].items).toHaveLength(1);
  for (const body of ["{", "7", "{}", '{"name":" ","priceCents":1}', '{"name":"x","priceCents":1.5}']) {
    expect((await call("POST", "", { body }))[0], body).toBe(400);
  }
  expect((await call("GET", "?after=x"))[0]).toBe(400);
  for (const path of ["/999", "/x", "/1/2", "/1;drop"]) expect((await call("GET", path))[0], path).toBe(404);
  expect((await call("PUT", "/1"))[0]).toBe(405);
  for (const method of ["POST", "DELETE", "PUT"]) {
    const [status, { error }] = await call(method, "/1", { as: visitor });
    expect([status, error.code], method).toEqual([403, "forbidden"]);
  }
  expect(await call("DELETE", "/1")).toEqual([204, null]);
  expect((await call("DELETE", "/1"))[0]).toBe(404);
});

test("weekly-report mails the new rows when its schedule runs it, and says in the log why a mail wasn't taken", async () => {
  const mails: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  const status = { of: 200 };
  const api = createServer(async (request, response) => {
    mails.push({ headers: request.headers, body: await json(request) });
    response.writeHead(status.of).end('{"message":"the sender is unknown"}');
  });
  const MAIL_API_URL = `${await listen(api)}/emails`;
  onTestFinished(() => void api.close());
  const env = { MAIL_API_URL, REPORT_FROM: "shop@example.com", REPORT_TO: "ada@example.com" };
  await install("weekly-report", "server", { schemaOf: "products-api", env });
  await setSecret(server, { projectId: functions.projectId, name: "MAIL_API_KEY", value: "key-of-the-mail-api" });
  await sql(`INSERT INTO products (name, price_cents, created_at) VALUES ('Old', 1, '2026-01-01'), ('New', 1, '2026-01-30'),
    ('Newer', 1, '2026-02-01'), ('Later', 1, '2026-03-01')`);
  const at = { projectId: functions.projectId, name: "weekly-report" };
  expect((await ask("weekly-report", { as: server, method: "POST" })).status).toBe(403);
  const schedules = [{ cron: "0 8 * * 1", timezone: "UTC", enabled: true }];
  await updateFunction(server, { ...at, schedules });
  const { id: scheduleId } = await server.db.functionSchedule.findFirstOrThrow({ where: { function: at } });
  const run = { scheduleId, slot: "2026-02-02T08:00:00.000Z" };
  const onTime = { ...(await functions.operator()), clock: new FixedClock(new Date(run.slot)) };
  await runScheduledFunction(onTime, run);
  expect(mails).toMatchObject([
    {
      headers: { authorization: "Bearer key-of-the-mail-api", "idempotency-key": `weekly-report-${run.slot}` },
      body: {
        ...{ from: "shop@example.com", to: ["ada@example.com"], subject: "2 new products" },
        text: "In the week before 2026-02-02, 2 products were added. There are 3 now.",
      },
    },
  ]);
  status.of = 422;
  await runScheduledFunction(onTime, run);
  const thrown = async () => {
    await functions.recorder.flush();
    const { items } = await listFunctionLogs(server, { ...at, level: "error", limit: 10 });
    return items.map(({ message }) => message).join("\n");
  };
  await expect.poll(thrown).toContain("The mail wasn't taken: 422");
});

test("mcp-server answers an assistant's client, and refuses calls that it doesn't know", async () => {
  await install("mcp-server", "server", { schemaOf: "products-api" });
  await sql(
    "INSERT INTO products (name, price_cents) VALUES ('Red mug', 1200), ('Red plate', 900), ('Small red mug', 800)",
  );
  const send = async (body: unknown) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const answer = await ask("mcp-server", { as: server, method: "POST", body: text, headers });
    const said = await answer.text();
    return [answer.status, said === "" ? null : JSON.parse(said)];
  };
  const call = async (method: string, params?: object) => (await send({ jsonrpc: "2.0", id: 7, method, params }))[1];
  const initialized = (asked: string) =>
    call("initialize", { protocolVersion: asked, capabilities: {}, clientInfo: { name: "test", version: "1" } });
  expect(await initialized("2025-03-26")).toEqual({
    ...{ jsonrpc: "2.0", id: 7 },
    result: {
      ...{ protocolVersion: "2025-03-26", capabilities: { tools: {} } },
      serverInfo: { name: "products", version: "1.0.0" },
    },
  });
  expect((await initialized("1999-01-01")).result.protocolVersion).toBe("2025-06-18");
  expect(await send({ jsonrpc: "2.0", method: "notifications/initialized" })).toEqual([202, null]);
  expect((await call("ping")).result).toEqual({});
  const [tool] = (await call("tools/list")).result.tools;
  expect(tool).toMatchObject({ name: "search_products", inputSchema: { type: "object", required: ["words"] } });
  const { result } = await call("tools/call", { name: "search_products", arguments: { words: "mug red" } });
  expect(JSON.parse(result.content[0].text)).toEqual([
    { id: 3, name: "Small red mug", priceCents: 800 },
    { id: 1, name: "Red mug", priceCents: 1_200 },
  ]);
  for (const [body, status, code] of [
    ["{", 400, -32_700],
    ["[]", 400, -32_600],
    [{ id: 1, method: "ping" }, 400, -32_600],
    [{ jsonrpc: "2.0", id: 1, method: "resources/list" }, 200, -32_601],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "drop_table" } }, 200, -32_602],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_products", arguments: {} } }, 200, -32_602],
  ] as const) {
    const [given, { error }] = await send(body);
    expect([given, error.code], JSON.stringify(body)).toEqual([status, code]);
  }
  expect((await ask("mcp-server", { as: server })).status).toBe(405);
  await expect(ask("mcp-server", { as: visitor, method: "POST", body: "{}" })).rejects.toMatchObject({
    code: "missing_permission",
  });
});

test("the page about functions lists every example", () => {
  const [, section = ""] = readFileSync("docs/functions.md", "utf8").split(/^## Examples$|^## Variables/m);
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.sort()).toEqual(folders.map(({ name }) => name).sort());
});
