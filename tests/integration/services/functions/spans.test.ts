import { beforeEach, expect, test } from "vitest";
import { type Span, Trace } from "@/lib/core/trace";
import { INVOCATION_HEADER, runProgram } from "@/lib/services/functions/invocations/invoke";
import { findProgram } from "@/lib/services/functions/invocations/program";
import { answering, deploy, invoke, makeFunctions, type TestFunctions } from "@/tests/support/functions";

let functions: TestFunctions;
let spans: Span[];

beforeEach(async () => {
  spans = [];
  functions = await makeFunctions({ plan: "pro" });
});

const CALLER = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-00`;
const ECHO = answering(
  `new Response(request.headers.get("traceparent"), { status: request.method === "PUT" ? 503 : 200 })`,
);
const asServer = async (trace: Trace) => ({ ...(await functions.server()), trace });
const traceOf = (traceparent: string | null, hasSpan = true) =>
  new Trace((span) => spans.push(span), traceparent, { hasSpan });

test("a call has a span below its request's, and the function's own spans are below that", async () => {
  await deploy(functions, "hello", ECHO);
  const trace = traceOf(CALLER);
  const headers = { traceparent: CALLER };
  const answer = await invoke(functions, "hello", { as: await asServer(trace), headers });
  const [span] = spans;
  expect(spans).toMatchObject([
    {
      ...{ name: "hello", traceId: "ab".repeat(16), parentSpanId: trace.ids?.spanId, isFailed: false },
      attributes: {
        ...{ "faas.invoked_name": "hello", "faas.trigger": "http", "coppice.project_id": functions.projectId },
        ...{ "faas.invocation_id": answer.headers.get(INVOCATION_HEADER), "http.response.status_code": 200 },
      },
    },
  ]);
  // The flags are the caller's.
  expect(await answer.text()).toBe(`00-${"ab".repeat(16)}-${span?.spanId}-00`);
});

test("an answer of 5xx and a call that fails have spans that failed", async () => {
  await deploy(functions, "hello", ECHO);
  await invoke(functions, "hello", { as: await asServer(traceOf(null)), method: "PUT" });
  expect(spans).toMatchObject([{ isFailed: true, attributes: { "http.response.status_code": 503 } }]);
  spans = [];
  await deploy(functions, "bad", "export default { async fetch() { throw new Error('hunter2'); } };");
  const failing = invoke(functions, "bad", { as: await asServer(traceOf(null)) });
  await expect(failing).rejects.toMatchObject({ code: "function_failed" });
  expect(spans).toMatchObject([{ name: "bad", isFailed: true, attributes: { "error.type": "function_failed" } }]);
  expect(JSON.stringify(spans)).not.toContain("hunter2");
});

test("outside of a request, a schedule's call has nothing above it", async () => {
  await deploy(functions, "hello", ECHO);
  const ctx = { ...(await functions.operator()), trace: traceOf(null, false) };
  const found = await findProgram(ctx, { projectId: functions.projectId, name: "hello" });
  if (!found) throw new Error("the function is not there");
  const request = { method: "POST", url: "https://api.example", headers: [], body: null, signal: AbortSignal.any([]) };
  const caller = { kind: "schedule", cron: "* * * * *", scheduledAt: "2026-03-01T09:30:00.000Z" } as const;
  await runProgram(ctx, found, { name: "hello", request, depth: 0, caller });
  expect(spans).toMatchObject([{ parentSpanId: null, attributes: { "faas.trigger": "timer" } }]);
});

test("without a collector, a function gets the caller's traceparent as it came", async () => {
  await deploy(functions, "hello", ECHO);
  expect(await (await invoke(functions, "hello", { headers: { traceparent: CALLER } })).text()).toBe(CALLER);
});
