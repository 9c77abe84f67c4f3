import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { MAX_ENVELOPE_BYTES } from "@/lib/core/function-wire";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import { listenForFunctions } from "@/lib/http/functions/function-listener";
import { SocketFunctions } from "@/lib/infra/workerd/socket-functions";
import { listenAt } from "@/lib/server/connections/listen";
import { random } from "@/tests/support/context";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

async function socketPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-listener-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "functions.sock");
}

async function serve(runtime: FunctionRuntime, path: string, log = pino({ level: "silent" })) {
  const others = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end();
  const listener = listenForFunctions({ functions: runtime, log, random }, others);
  const server = createServer({ maxHeaderSize: MAX_ENVELOPE_BYTES }, listener);
  await listenAt(server, path);
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(() => void server.closeAllConnections());
  return { stop };
}

test("another process invokes functions as if it ran them: request, answer, refusals, outcome", async () => {
  const { runtime, outcomes } = startFunctions();
  const path = await socketPath();
  await serve(runtime, path);
  const functions = new SocketFunctions(path);
  onTestFinished(() => functions.close());
  const echo = program(
    `return new Response(request.method + " " + request.url + " " + await request.text() + env.A,
       { status: 202, headers: [["x-own", request.headers.get("x-sent")]] })`,
    { secrets: { A: "!" } },
  );
  const answer = await answerOf(
    functions,
    echo,
    invocation("/a?b", { method: "PUT", body: "body", headers: { "x-sent": "1" } }),
  );
  expect([answer.status, answer.headers.get("x-own")]).toEqual([202, "1"]);
  expect(await answer.text()).toBe("PUT https://functions.example/a?b body!");
  const throwing = answerOf(functions, program("throw new Error('no')"), invocation());
  await expect(throwing).rejects.toMatchObject({ code: "function_failed" });
  await expect(functions.tryStart(program("throw 1; export {}"))).rejects.toMatchObject({ code: "deploy_failed" });
  await functions.tryStart(echo);
  // The report of a call that ended well may wait for others, and the two are of different processes.
  await expect.poll(() => outcomes.map(({ outcome }) => outcome).sort()).toEqual(["exception", "ok"]);
});

test("an answer without a body passes, as does one that is streamed", async () => {
  const { runtime } = startFunctions();
  const path = await socketPath();
  await serve(runtime, path);
  const functions = new SocketFunctions(path);
  onTestFinished(() => functions.close());
  const empty = await answerOf(functions, program("return new Response(null, { status: 204 })"), invocation());
  expect([empty.status, await empty.text()]).toEqual([204, ""]);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const answering = answerOf(
    functions,
    program("return new Response(request.body)"),
    invocation("/", { method: "POST", body: readable, duplex: "half" }),
  );
  await writer.write(new TextEncoder().encode("first"));
  const reader = (await answering).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("first");
  await writer.close();
  expect((await reader?.read())?.done).toBe(true);
});

test("without the process that runs functions the answer is function_unavailable, and a new one is told anew", async () => {
  const { runtime } = startFunctions();
  const path = await socketPath();
  const functions = new SocketFunctions(path);
  onTestFinished(() => functions.close());
  const answering = program("return new Response('here')");
  const ask = async () => (await answerOf(functions, answering, invocation())).text();
  const unavailable = { code: "function_unavailable", retryAfterSeconds: 1 };
  await expect(ask()).rejects.toMatchObject(unavailable);
  const first = await serve(runtime, path);
  expect(await ask()).toBe("here");
  await first.stop();
  await expect(ask()).rejects.toMatchObject(unavailable);
  await serve(startFunctions().runtime, path);
  expect(await ask()).toBe("here");
});

test("OP-H1 another process is told how functions are run", async () => {
  const path = await socketPath();
  const { runtime } = startFunctions();
  await serve(runtime, path);
  const functions = new SocketFunctions(path);
  onTestFinished(() => functions.close());
  expect(await functions.standing()).toEqual(await runtime.standing());
});

test("its own failures are in the service's log, with a request ID and a code, and nothing of the request", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const broken: FunctionRuntime = {
    ...{
      standing: async () => null,
      tryStart: async () => undefined,
      retire: async () => undefined,
      onOutcome() {},
      close: async () => undefined,
    },
    invoke: () => Promise.reject(new Error("broken inside")),
  };
  const path = await socketPath();
  await serve(broken, path, log);
  const functions = new SocketFunctions(path);
  onTestFinished(() => functions.close());
  const asked = invocation("/", { headers: { authorization: "Bearer not-to-be-seen" } });
  const failure = await functions.invoke(program("", { secrets: { A: "not-to-be-seen" } }), asked).catch((e) => e);
  expect(failure).toMatchObject({ code: "internal_error" });
  const [line] = lines.map((each) => JSON.parse(each));
  expect(line).toMatchObject({
    ...{ level: 50, msg: "request failed", code: "internal_error", operation: "functions/invoke" },
    ...{ requestId: expect.stringMatching(/^req_/), invocationId: asked.id, err: { message: "broken inside" } },
  });
  expect(failure.cause.message).toContain(line.requestId);
  await new Promise<void>((resolve, reject) => {
    const sent = request({ socketPath: path, method: "POST", path: "/functions/teach" }, (answer) => {
      answer.resume().once("end", resolve);
    });
    sent.once("error", reject).end("not-to-be-seen, as it's no JSON");
  });
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ code: "internal_error", operation: "functions/teach" });
  expect(lines.join()).not.toContain("not-to");
});
