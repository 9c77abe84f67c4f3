import { readdir } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

test("a function answers with its request: method, address, headers, body, variables and its caller", async () => {
  const { runtime } = startFunctions();
  const script = `
    import { caller } from "coppice";
    export default { async fetch(request, env) {
      return Response.json({ method: request.method, url: request.url, body: await request.text(), env,
        set: process.env.GREETING, caller: caller(), sent: request.headers.get("x-sent"),
        forged: request.headers.get("x-coppice-forged") }, { status: 201, headers: { "x-own": "yes" } });
    } };`;
  const echo = program(script, { variables: { GREETING: "hello", NAME: "old" }, secrets: { NAME: "new" } });
  const headers = { "x-sent": "1", "x-coppice-forged": "1", "x-coppice-caller": "forged" };
  const response = await answerOf(runtime, echo, invocation("/a/b?c=d", { method: "POST", body: "hi", headers }));
  expect(response.status).toBe(201);
  expect(response.headers.get("x-own")).toBe("yes");
  expect(response.headers.get("x-coppice-answered")).toBeNull();
  expect(await response.json()).toEqual({
    ...{
      method: "POST",
      url: "https://functions.example/a/b?c=d",
      body: "hi",
      env: { GREETING: "hello", NAME: "new" },
    },
    ...{ set: "hello", caller: { kind: "anonymous" }, sent: "1", forged: null },
  });
});

test.each([
  ["a default function", "export default () => new Response('ok')"],
  ["a named function", "export function fetch() { return new Response('ok') }"],
  ["a method", "export default { fetch() { return new Response('ok') } }"],
])("%s can be the entry", async (_name, script) => {
  const { runtime } = startFunctions();
  const response = await answerOf(runtime, program(script), invocation());
  expect(await response.text()).toBe("ok");
});

test("7.8: has each of Node's modules but those that a bundle may not import", async () => {
  const { runtime } = startFunctions();
  const names = builtinModules.map((name) => (name.startsWith("node:") ? name : `node:${name}`));
  const script = `const has = (name) => import(name).then(() => true, () => false);
    const found = await Promise.all(${JSON.stringify(names)}.map(async (name) => [name, await has(name)]));
    return Response.json(found.filter(([, isThere]) => !isThere).map(([name]) => name));`;
  const response = await answerOf(runtime, program(script), invocation());
  expect(await response.json()).toEqual(["node:sea", "node:test/reporters"]);
});

test("bodies are streamed both ways", async () => {
  const { runtime } = startFunctions();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const answering = answerOf(
    runtime,
    program("return new Response(request.body)"),
    invocation("/", { method: "POST", body: readable, duplex: "half" }),
  );
  const parts = ["one", "two", "three"];
  await writer.write(new TextEncoder().encode(parts.shift()));
  const reader = (await answering).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: "one" });
  for (const part of parts) {
    await writer.write(new TextEncoder().encode(part));
    expect(await reader?.read()).toEqual({ done: false, value: part });
  }
  await writer.close();
  expect(await reader?.read()).toEqual({ done: true, value: undefined });
});

test("a throw is function_failed, whose message says nothing of it, and its log has the error and its place", async () => {
  const { runtime, outcomes } = startFunctions();
  const failing = program("console.log('before', { a: 1 }); throw new RangeError('of no use')");
  const failed = answerOf(runtime, failing, invocation("/", {}, "inv_thrown"));
  await expect(failed).rejects.toMatchObject({ code: "function_failed", message: "The function threw an error." });
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(outcomes[0]).toMatchObject({
    ...{ invocationId: "inv_thrown", outcome: "exception", status: null },
    logs: [{ level: "log", message: 'before {"a":1}' }],
    exceptions: [{ name: "RangeError", message: "of no use", stack: expect.stringContaining("function.js:1:") }],
  });
});

test("an invocation is told of when its last byte was sent, with status, bytes and time", async () => {
  const { runtime, outcomes } = startFunctions();
  await (await answerOf(runtime, program("return new Response('12345')"), invocation())).text();
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(outcomes[0]).toMatchObject({ outcome: "ok", status: 200, responseBytes: 5, logs: [], exceptions: [] });
});

test("as many invocations run at once as may, and the next is rate_limited", async () => {
  const { runtime } = startFunctions();
  const waiting = program("return new Response(request.body)", { limits: { concurrency: 2 } });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const { readable: other, writable: otherEnd } = new TransformStream<Uint8Array, Uint8Array>();
  const held = [readable, other].map((body) =>
    answerOf(runtime, waiting, invocation("/", { method: "POST", body, duplex: "half" })),
  );
  await Promise.all([
    writable.getWriter().write(new Uint8Array(1)),
    otherEnd.getWriter().write(new Uint8Array(1)),
    ...held,
  ]);
  await expect(answerOf(runtime, waiting, invocation())).rejects.toMatchObject({ code: "rate_limited" });
});

test("a version that throws while it loads is deploy_failed, with the message and its place", async () => {
  const { runtime } = startFunctions();
  const broken = program("const x = 1;\nthrow new Error('not today');\nexport default {}");
  await expect(runtime.tryStart(broken)).rejects.toMatchObject({
    code: "deploy_failed",
    message: expect.stringMatching(/not today[\s\S]*function\.js:2:/),
  });
  await expect(runtime.tryStart(program("export const x = ;"))).rejects.toMatchObject({
    code: "deploy_failed",
    message: expect.stringMatching(/SyntaxError[\s\S]*function\.js:1/),
  });
  await expect(runtime.tryStart(program("export default { fetch: 1 }"))).rejects.toMatchObject({
    code: "deploy_failed",
    message: expect.stringContaining("no function named fetch"),
  });
  await runtime.tryStart(program("return new Response('fine')"));
});

test("a retired version ends after its invocations, and a new revision is a new process", async () => {
  const { runtime } = startFunctions();
  const script =
    "globalThis.count = (globalThis.count ?? 0) + 1; return new Response(String(globalThis.count) + env.A)";
  const first = program(script, { variables: { A: "a" } });
  const ask = async (version: typeof first) => (await answerOf(runtime, version, invocation())).text();
  expect([await ask(first), await ask(first)]).toEqual(["1a", "2a"]);
  const second = { ...first, revision: "2", load: program(script, { variables: { A: "b" } }).load };
  expect(await ask(second)).toBe("1b");
  await runtime.retire(first.versionId, 30_000);
  expect(await ask(second)).toBe("1b");
});

test("nothing is left of a runtime that was closed: no process, no folder", async () => {
  const { runtime } = startFunctions();
  await (await answerOf(runtime, program("return new Response('x')"), invocation())).text();
  await runtime.close();
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(`coppice-functions-${process.pid}-`));
  expect(left).toEqual([]);
});

test("a function that answers without reading its body answers, also while this process is busy", async () => {
  const { runtime } = startFunctions();
  const hello = program("return new Response('hello')");
  await (await answerOf(runtime, hello, invocation())).text();
  for (const bytes of [0, 10, 100_000, 3_000_000]) {
    for (let round = 0; round < 20; round += 1) {
      const body = new Uint8Array(bytes);
      const asked = answerOf(runtime, hello, invocation("/", { method: "POST", body }));
      // The answer is there, and its connection at an end, before the next event is looked at.
      for (let turn = 0; turn < 4; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
      expect(await (await asked).text()).toBe("hello");
    }
  }
});

test("SV-M8 an answer has headers of 30 kB, and larger ones are a failure that the log names", async () => {
  const { runtime, outcomes } = startFunctions();
  const sized = (kilobytes: number) =>
    program(`return new Response("ok", { headers: { "x-large": "a".repeat(${kilobytes} * 1024) } })`);
  const answer = await answerOf(runtime, sized(30), invocation());
  expect(answer.headers.get("x-large")).toHaveLength(30 * 1_024);
  await expect(answerOf(runtime, sized(40), invocation())).rejects.toMatchObject({ code: "function_failed" });
  await expect
    .poll(() => outcomes.at(-1)?.exceptions)
    .toMatchObject([{ message: "The headers of the answer are larger than 32 kB." }]);
});

test("SV-H3 a call that waits for a thing that never comes fails, and its log says so", async () => {
  const { runtime, outcomes } = startFunctions();
  const waiting = program("await new Promise(() => {}); return new Response()");
  await expect(answerOf(runtime, waiting, invocation())).rejects.toMatchObject({ code: "function_failed" });
  await expect
    .poll(() => outcomes.at(-1)?.exceptions)
    .toMatchObject([{ message: expect.stringContaining("would never have been answered") }]);
});
