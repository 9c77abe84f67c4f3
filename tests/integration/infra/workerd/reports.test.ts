import { expect, test } from "vitest";
import type { FunctionOutcome } from "@/lib/core/ports/function-runtime";
import { answerOf, invocation, program, startFunctions } from "@/tests/support/function-runtime";

const ID = "inv_report";

/** Calls a function, reads its answer to the end or its break, and returns the outcome of the call. */
async function outcomeOf(script: string, headers: Record<string, string> = {}): Promise<FunctionOutcome> {
  const { runtime, outcomes } = startFunctions();
  const answered = answerOf(runtime, program(script), invocation("/", { headers }, ID));
  await answered.then((answer) => answer.text()).catch(() => undefined);
  await expect.poll(() => outcomes).toHaveLength(1);
  return outcomes[0] as FunctionOutcome;
}

const linesOf = ({ logs }: FunctionOutcome) => logs.map(({ level, message }) => `${level}: ${message}`);

/** A function that gets its context, whose body is `script`. */
const withContext = (script: string) => `export default { async fetch(request, env, context) { ${script} } };`;
const later = (script: string) => `(async () => { await scheduler.wait(30); ${script} })()`;

test("each level is told apart, and values stand as their text, plain objects as JSON", async () => {
  const outcome = await outcomeOf(`
    console.debug("d"); console.info("i"); console.log("l"); console.warn("w"); console.error("e");
    const circular = {}; circular.own = circular;
    console.log(1, null, undefined, 10n, Symbol("x"), [1, [2]], { a: { b: 1 } }, new Date(0), /x/g, circular);
    process.stdout.write("written\\n");
    return new Response("x");`);
  expect(linesOf(outcome)).toEqual([
    ...["debug: d", "info: i", "log: l", "warn: w", "error: e"],
    'log: 1 null undefined 10 Symbol(x) [1,[2]] {"a":{"b":1}} 1970-01-01T00:00:00.000Z /x/g [object Object]',
    "log: stdout: written",
  ]);
  expect(outcome).toMatchObject({ outcome: "ok", status: 200, exceptions: [] });
});

test("an error is logged with the function's own frames", async () => {
  const [line] = linesOf(await outcomeOf('console.error("it failed:", new TypeError("no")); return new Response("x")'));
  expect(line).toMatch(/^error: it failed: TypeError: no\n {4}at Object\.fetch \(function\.js:1:\d+\)$/);
});

test.each([
  ["an error", "throw new RangeError('of no use')", { name: "RangeError", message: "of no use" }],
  ["a text", "throw 'of no use'", { name: "Error", message: "of no use" }],
  ["null", "throw null", { name: "Error", message: "null" }],
  ["an error that can't be read", "throw Object.defineProperty(new Error('x'), 'stack', { get() { throw 1 } })", {}],
  ["no Response", "return 'x'", { name: "TypeError", message: "The function returned no Response." }],
])("a thrown value is told: %s", async (_what, script, expected) => {
  const outcome = await outcomeOf(script);
  expect(outcome).toMatchObject({ outcome: "exception", status: null, exceptions: [expected] });
});

test("work that a function has left to be waited for is waited for, and its log and its failure told", async () => {
  const nested = withContext(`
    context.waitUntil(${later(`context.waitUntil(${later("console.log('nested'); throw new Error('late')")})`)});
    return new Response("x");`);
  const outcome = await outcomeOf(nested);
  expect(linesOf(outcome)).toEqual(["log: nested"]);
  expect(outcome).toMatchObject({
    outcome: "exception",
    status: 200,
    exceptions: [{ name: "Error", message: "late" }],
  });
});

test("the log of a streamed answer until its end is told", async () => {
  const outcome = await outcomeOf(`
    let count = 0;
    return new Response(new ReadableStream({ async pull(controller) {
      await scheduler.wait(5);
      console.log("part", count);
      controller.enqueue(new TextEncoder().encode("x"));
      if (++count === 3) controller.close();
    } }));`);
  expect(linesOf(outcome)).toEqual(["log: part 0", "log: part 1", "log: part 2"]);
  expect(outcome).toMatchObject({ outcome: "ok", status: 200, responseBytes: 3 });
});

test("the last log of a streamed answer is told, however many calls say nothing meanwhile", async () => {
  const { runtime, outcomes } = startFunctions();
  const streaming = program(
    `const { pathname } = new URL(request.url);
    if (pathname === "/go") globalThis.goesOn = true;
    if (pathname !== "/") return new Response("x");
    return new Response(new ReadableStream({ async start(controller) {
      controller.enqueue(new TextEncoder().encode("x"));
      while (!globalThis.goesOn) await scheduler.wait(5);
      console.log("at last");
      controller.close();
    } }));`,
    { limits: { wallMilliseconds: 60_000 } },
  );
  const answer = await answerOf(runtime, streaming, invocation("/", {}, ID));
  const silent = async (path: string) => (await answerOf(runtime, streaming, invocation(path))).text();
  for (let count = 0; count < 110; count += 1) await Promise.all(Array.from({ length: 10 }, () => silent("/silent")));
  await silent("/go");
  expect(await answer.text()).toBe("x");
  await expect
    .poll(() => outcomes.find(({ invocationId }) => invocationId === ID)?.logs)
    .toMatchObject([{ message: "at last" }]);
});

const FAILING = {
  "the source of a stream": `new ReadableStream({ async pull(controller) {
    if (sent) throw new Error("in the stream");
    sent = true; controller.enqueue(new TextEncoder().encode("x"));
  } })`,
  "a transformation": `new Response("some text").body.pipeThrough(new TransformStream({
    transform() { throw new Error("in the stream"); } }))`,
};

test.each(Object.entries(FAILING))(
  "an answer that breaks off at %s is an exception, which is told",
  async (_, body) => {
    const outcome = await outcomeOf(`let sent = false; return new Response(${body});`);
    expect(outcome.outcome).toBe("exception");
    expect(outcome.exceptions).toEqual([
      expect.objectContaining({ message: "in the stream", stack: expect.stringContaining("function.js:") }),
    ]);
  },
);

test("a stream that fails, and that the function reads itself, is no exception", async () => {
  const outcome = await outcomeOf(`
    const stream = new ReadableStream({ pull() { throw new Error("expected"); } });
    const text = await new Response(stream).text().catch((error) => error.message);
    console.log(text);
    return new Response(text);`);
  expect(linesOf(outcome)).toEqual(["log: expected"]);
  expect(outcome).toMatchObject({ outcome: "ok", exceptions: [] });
});

test("the log before the time was up is told", async () => {
  const { runtime, outcomes } = startFunctions();
  const slow = program("console.log('before'); await scheduler.wait(60_000)", { limits: { wallMilliseconds: 200 } });
  await expect(answerOf(runtime, slow, invocation())).rejects.toMatchObject({ code: "function_timeout" });
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(outcomes[0]).toMatchObject({ outcome: "timeout", logs: [{ message: "before" }] });
});

test("a log that is too long is cut, and says so", async () => {
  const many = await outcomeOf("for (let i = 0; i < 2000; i += 1) console.log('line ' + i); return new Response('x')");
  expect(many.logs).toHaveLength(1_000);
  const long = await outcomeOf(
    "for (let i = 0; i < 50; i += 1) console.log('y'.repeat(70_000)); return new Response('x')",
  );
  expect(long.logs.reduce((sum, { message }) => sum + message.length, 0)).toBeLessThanOrEqual(256 * 1_024);
  for (const { logs } of [many, long]) expect(logs.at(-1)?.message).toContain("was left out");
});

test("a caller can't ask for a report, and a function that changes its isolate harms its own log alone", async () => {
  const script = `
    console.log("seen", request.headers.get("x-coppice-report"));
    Map.prototype.get = () => ({ lines: "none" });
    return new Response("answered");`;
  const { runtime, outcomes } = startFunctions();
  const [hostile, other] = [program(script), program("console.log('well'); return new Response('fine')")];
  const headers = { "x-coppice-report": ID };
  const answer = await answerOf(runtime, hostile, invocation("/", { headers }, ID));
  expect(await answer.text()).toBe("answered");
  expect(await (await answerOf(runtime, other, invocation("/", {}, "inv_other"))).text()).toBe("fine");
  await expect.poll(() => outcomes).toHaveLength(2);
  const byId = new Map(outcomes.map((outcome) => [outcome.invocationId, outcome]));
  expect(byId.get(ID)).toMatchObject({ outcome: "ok", logs: [] });
  expect(byId.get("inv_other")).toMatchObject({ outcome: "ok", logs: [{ message: "well" }] });
});
