import { createFunctions, FunctionsError, type ProjectFunctions } from "@coppice/functions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FunctionsServer, startFunctionsServer } from "@/tests/support/functions-server";

let server: FunctionsServer;
let visitor: ProjectFunctions;
let user: ProjectFunctions;
let userId: string;
let backend: ProjectFunctions;

/** Returns the caller and the request, as the type that it's asked for. */
const ECHO = `import { caller } from "coppice";
import type { JsonRequest, JsonResponse } from "@coppice/functions";
export default { async fetch(request: JsonRequest<unknown>): Promise<JsonResponse<unknown>> {
  const { kind, userId } = caller();
  return Response.json({ kind, userId, type: request.headers.get("content-type"), body: await request.text() });
} };`;

const ANSWERS = `export default { async fetch(request) {
  const { status = 200, type, text = "", body } = await request.json();
  if (text === "elsewhere") return Response.redirect("https://elsewhere.example/", status);
  if (text === "throw") throw new Error("on purpose");
  if (text === "hang") await new Promise((go) => setTimeout(go, 60_000));
  return body ? Response.json(body, { status }) : new Response(text || null, { status, headers: type ? { "content-type": type } : {} });
} };`;

const SOCKET = `export default { fetch() {
  const [client, server] = Object.values(new WebSocketPair());
  server.accept();
  return new Response(null, { status: 101, webSocket: client });
} };`;

const STREAM = `export default { fetch() {
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter(); const encoder = new TextEncoder();
  (async () => { await writer.write(encoder.encode("first")); await new Promise((go) => setTimeout(go, 1_500)); await writer.write(encoder.encode("second")); await writer.close(); })();
  return new Response(readable);
} };`;

beforeAll(async () => {
  server = await startFunctionsServer();
  const { projectId, baseUrl: apiOrigin, publicKey, serverKey } = server;
  const { id, token } = await server.user();
  userId = id;
  visitor = createFunctions({ projectId, apiOrigin, publicKey });
  user = createFunctions({ projectId, apiOrigin, publicKey, getToken: async () => ({ ok: true, token }) });
  backend = createFunctions({ projectId, apiOrigin, serverKey });
  for (const [name, index, access] of [
    ["echo", ECHO, "public"],
    ["mine", ECHO, "signed-in"],
    ["inner", ECHO, "server"],
    ["answers", ANSWERS, "public"],
    ["stream", STREAM, "public"],
    ["socket", SOCKET, "public"],
  ]) {
    const deployed = await server.ask("POST", `/${name}/deployments`, { files: { "index.ts": index }, access });
    expect(deployed.status, await deployed.text()).toBe(201);
  }
});
afterAll(() => server.close());

async function failureOf(promise: Promise<unknown>): Promise<FunctionsError> {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof FunctionsError) return failure;
  throw new Error("it didn't fail as it should", { cause: failure });
}

it("calls as a visitor, as a user and as a server, where the function's access allows it", async () => {
  expect(await visitor.invoke("echo")).toMatchObject({ kind: "anonymous" });
  expect(await user.invoke("mine")).toMatchObject({ kind: "end-user", userId });
  expect(await backend.invoke("inner")).toMatchObject({ kind: "server" });
  const signedOut = createFunctions({
    ...{ projectId: server.projectId, apiOrigin: `${server.baseUrl}/`, publicKey: server.publicKey },
    getToken: async () => ({ ok: false, code: "unauthorized", message: "Nobody is signed in." }),
  });
  expect(await signedOut.invoke("echo")).toMatchObject({ kind: "anonymous" });
  for (const [caller, name] of [
    [visitor, "mine"],
    [user, "inner"],
    [signedOut, "mine"],
  ] as const) {
    expect(await failureOf(caller.invoke(name))).toMatchObject({ code: "missing_permission", status: 403 });
  }
});

it("sends values as JSON, and files, forms and bytes as they are", async () => {
  const sent = async (body?: unknown) => {
    const { type, body: text } = (await visitor.invoke("echo", body)) as { type: string | null; body: string };
    return [type, text];
  };
  expect(await sent()).toEqual([null, ""]);
  expect(await sent({ a: [1, "ä"] })).toEqual(["application/json", '{"a":[1,"ä"]}']);
  expect(await sent("text")).toEqual(["application/json", '"text"']);
  expect(await sent(null)).toEqual(["application/json", "null"]);
  expect(await sent(new Blob(["csv"], { type: "text/csv" }))).toEqual(["text/csv", "csv"]);
  expect(await sent(new URLSearchParams({ q: "1" }))).toEqual([
    "application/x-www-form-urlencoded;charset=UTF-8",
    "q=1",
  ]);
  expect((await sent(new TextEncoder().encode("bytes")))[1]).toBe("bytes");
  const form = new FormData();
  form.set("field", "value");
  const [type, text] = await sent(form);
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  expect(text).toContain("value");
});

it("returns JSON as a value, text as text, nothing as undefined, and all else as a Blob", async () => {
  const given = (answer: object) => visitor.invoke("answers", answer);
  expect(await given({ body: { a: 1 } })).toEqual({ a: 1 });
  expect(await given({ type: "application/problem+json", text: "[1]" })).toEqual([1]);
  expect(await given({ type: "text/csv", text: "a,b" })).toBe("a,b");
  expect(await given({ status: 204 })).toBeUndefined();
  const blob = await given({ type: "image/png", text: "png" });
  expect([blob instanceof Blob, await (blob as Blob).text()]).toEqual([true, "png"]);
});

it("returns a response whose body comes bit by bit", async () => {
  const { body } = await visitor.fetch("stream");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: "first" });
  expect(await reader?.read()).toEqual({ done: false, value: "second" });
});

it("tells refusals of the function from those of the service", async () => {
  const invocation = expect.stringMatching(/^call_/);
  const own = { body: { why: "sold out" }, status: 409 };
  expect(await failureOf(visitor.invoke("answers", own))).toMatchObject({
    ...{ code: "function_refused", status: 409, answer: { why: "sold out" }, invocation },
    message: "The function answered with 409.",
  });
  const coded = { body: { error: { code: "sold_out", message: "Sold out." } }, status: 409 };
  expect(await failureOf(visitor.invoke("answers", coded))).toMatchObject({ code: "sold_out", message: "Sold out." });
  const thrown = await failureOf(visitor.invoke("answers", { text: "throw" }));
  expect(thrown).toMatchObject({ code: "function_failed", status: 502, invocation });
  expect(thrown.requestId).toMatch(/^req_/);
  expect(await failureOf(visitor.invoke("missing"))).toMatchObject({
    code: "function_not_found",
    invocation: undefined,
  });
  expect(await failureOf(visitor.invoke("../../users"))).toMatchObject({ status: 404 });
  expect(await failureOf(visitor.invoke("echo", new Blob([new Uint8Array(7 * 1024 ** 2)])))).toMatchObject({
    code: "body_too_large",
  });
  const stranger = createFunctions({
    ...{ projectId: server.projectId, apiOrigin: server.baseUrl },
    publicKey: "pk_x",
  });
  expect(await failureOf(stranger.invoke("echo"))).toMatchObject({ code: "unauthorized", status: 401 });
});

it("SV-Low: a redirect isn't followed, and is told as the function's own answer", async () => {
  for (const status of [302, 307]) {
    const failure = await failureOf(visitor.invoke("answers", { text: "elsewhere", status }));
    const message = "The answer is a redirect, which isn't followed.";
    expect(failure).toMatchObject({ code: "function_refused", status, message });
    expect(failure.invocation).toMatch(/^call_/);
  }
});

it("SV-Low: a function that answers with a WebSocket has a code of its own, and the log says why", async () => {
  expect(await failureOf(visitor.invoke("socket"))).toMatchObject({ code: "websocket_unsupported", status: 501 });
  const logged = async () => JSON.stringify(await (await server.ask("GET", "/socket/logs")).json());
  await expect.poll(logged).toContain("answered with a WebSocket, which functions can't");
});

it("rejects with network_error where nothing answers, and with the error of getToken", async () => {
  const nobody = createFunctions({ projectId: server.projectId, apiOrigin: "http://127.0.0.1:9" });
  expect(await failureOf(nobody.invoke("echo"))).toMatchObject({ code: "network_error", status: 0 });
  const offline = { ok: false, code: "rate_limited", message: "Too many.", retryAfterSeconds: 7 } as const;
  const { projectId, baseUrl: apiOrigin } = server;
  const unsure = createFunctions({ projectId, apiOrigin, getToken: async () => offline });
  expect(await failureOf(unsure.invoke("echo"))).toMatchObject({ code: "rate_limited", retryAfterSeconds: 7 });
});

it("a call that is given up rejects with the caller's own reason", async () => {
  const reason = new Error("changed my mind");
  await expect(visitor.invoke("echo", 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const leaving = new AbortController();
  const asked = visitor.invoke("answers", { text: "hang" }, { signal: leaving.signal });
  setImmediate(() => leaving.abort(reason));
  await expect(asked).rejects.toBe(reason);
});
