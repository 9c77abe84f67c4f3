import { afterAll, beforeAll, expect, test } from "vitest";
import { type FunctionsServer, startFunctionsServer } from "@/tests/support/functions-server";

let server: FunctionsServer;

beforeAll(async () => {
  server = await startFunctionsServer();
});
afterAll(() => server.close());

const INDEX = `export default { async fetch(request) {
  console.log("got " + await request.text());
  return new Response("ok");
} };`;

/** Reads a stream's events, one by one, without the signs of life between them. */
async function* eventsOf(response: Response) {
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (text + chunk).split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      if (event !== undefined && data !== undefined) yield { event, ...JSON.parse(data) };
    }
  }
}

const follow = (path: string, key: string, signal: AbortSignal) =>
  fetch(server.url(path), { headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" }, signal });

test("a log is followed as events: past entries, then new ones", async () => {
  const { serverKey } = server;
  expect((await server.ask("POST", "/hello/deployments", { files: { "index.ts": INDEX } })).status).toBe(201);
  expect(await (await server.ask("POST", "/hello/invoke", "one")).text()).toBe("ok");
  await expect.poll(async () => (await (await server.ask("GET", "/hello/logs")).json()).items.length).toBe(2);
  const leaving = new AbortController();
  const response = await follow("/hello/logs?limit=100", serverKey, leaving.signal);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const events = eventsOf(response);
  const next = async () => (await events.next()).value;
  const first = await next();
  expect(first).toMatchObject({ event: "log", kind: "line", level: "info", message: "got one", version: 1 });
  expect(await next()).toMatchObject({ event: "log", kind: "invocation", invocation: first.invocation });
  const answer = await server.ask("POST", "/hello/invoke", "two");
  const invocation = answer.headers.get("x-coppice-invocation");
  expect(await next()).toMatchObject({ kind: "line", message: "got two", invocation });
  expect(await next()).toMatchObject({ kind: "invocation", invocation });
  leaving.abort();
});

test("a caller who may not read a log, and one who asks for a missing function, are told so before a stream begins", async () => {
  const { signal } = new AbortController();
  for (const [path, key, status, code] of [
    ["/missing/logs", server.serverKey, 404, "function_not_found"],
    ["/hello/logs?level=loud", server.serverKey, 400, "invalid_request"],
    ["/hello/logs", server.strangersKey, 404, "project_not_found"],
    ["/hello/logs", server.publicKey, 403, "key_scope_too_narrow"],
  ] as const) {
    const refused = await follow(path, key, signal);
    expect([refused.status, (await refused.json()).error.code], path).toEqual([status, code]);
  }
});

const ENDS: [string, string, (isOn: boolean) => Promise<unknown>][] = [
  [
    "its project is suspended",
    "project_suspended",
    (isOn) =>
      server.db.project.update({ where: { id: server.projectId }, data: { status: isOn ? "active" : "suspended" } }),
  ],
  [
    "its organisation may not run functions any more",
    "feature_disabled",
    (isOn) =>
      server.db.organisation.updateMany({
        where: { projects: { some: { id: server.projectId } } },
        data: { functions: isOn },
      }),
  ],
];

test.each(ENDS)("AB-05: a log that is followed ends soon after %s", async (_name, code, set) => {
  await server.ask("POST", "/followed/deployments", { files: { "index.ts": INDEX } });
  const { signal } = new AbortController();
  const events = eventsOf(await follow("/followed/logs", server.serverKey, signal));
  await (await server.ask("POST", "/followed/invoke", "one")).text();
  expect((await events.next()).value).toMatchObject({ message: "got one" });
  await set(false);
  while (!(await events.next()).done);
  expect((await (await follow("/followed/logs", server.serverKey, signal)).json()).error.code).toBe(code);
  await set(true);
  expect((await server.ask("DELETE", "/followed")).status).toBe(200);
});

test("AB-05: a log that is followed ends soon after its function is deleted", async () => {
  await server.ask("POST", "/followed/deployments", { files: { "index.ts": INDEX } });
  const events = eventsOf(await follow("/followed/logs", server.serverKey, new AbortController().signal));
  await (await server.ask("POST", "/followed/invoke", "one")).text();
  await events.next();
  await server.ask("DELETE", "/followed");
  while (!(await events.next()).done);
});
