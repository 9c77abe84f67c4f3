import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Span, Trace } from "@/lib/core/trace";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { executeSql } from "@/lib/sql/over-http/execute";
import { ExecuteSqlInput } from "@/lib/sql/over-http/request";
import type { TestOrganisation } from "@/tests/support/context";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { keyActor, openSqlProcess } from "@/tests/support/sql-over-http";

let service: HostingService;
let process: Awaited<ReturnType<typeof openSqlProcess>>;
let organisation: TestOrganisation;
let databaseId: string;
let spans: Span[] = [];

beforeAll(async () => {
  service = await openHostingService();
  process = await openSqlProcess(service);
  organisation = await service.organisation();
  databaseId = await createReadyDatabase(service, organisation.member.owner);
});
afterEach(() => {
  spans = [];
});
afterAll(async () => {
  await process.close();
  await service.close();
});

const CALLER = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`;
const request = () => new Trace((span) => spans.push(span), CALLER, { hasSpan: true });

async function run(input: Record<string, unknown>, options: { readOnly?: boolean; trace?: Trace } = {}) {
  const { trace = request(), readOnly = false } = options;
  const ctx = { ...(await process.contextOf(keyActor(organisation.member.owner, { readOnly }))), trace };
  return executeSql(ctx, ExecuteSqlInput.parse({ database: databaseId, ...input }), new AbortController().signal);
}

test("a statement over HTTP has a span below its request's, without its text and its values", async () => {
  const trace = request();
  await run({ query: "/* hunter2 */ select $1::text as hunter2", params: ["hunter2"] }, { trace });
  expect(spans).toEqual([
    {
      ...{ traceId: "ab".repeat(16), parentSpanId: trace.ids?.spanId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) },
      ...{ name: "SELECT", startedAt: expect.any(Number), endedAt: expect.any(Number), isFailed: false },
      attributes: { "db.system.name": "postgresql", "db.namespace": databaseId, "db.operation.name": "SELECT" },
    },
  ]);
  expect(spans[0]?.spanId).not.toBe(trace.ids?.spanId);
  expect(JSON.stringify(spans)).not.toContain("hunter2");
});

test("each statement of a transaction has a span, and so have BEGIN and COMMIT", async () => {
  await run({ queries: [{ query: "create table t (id int)" }, { query: "insert into t values (1)" }] });
  expect(spans.map(({ name }) => name)).toEqual(["BEGIN", "CREATE", "INSERT", "COMMIT"]);
});

test("each statement of a transaction that is sent at once has a span with its own end", async () => {
  await run({ queries: [{ query: "select 1" }, { query: "values (1)" }] });
  expect(spans.map(({ name, isFailed }) => [name, isFailed])).toEqual([
    ["BEGIN", false],
    ["SELECT", false],
    ["VALUES", false],
    ["COMMIT", false],
  ]);
  spans = [];
  await run({ queries: [{ query: "select 1" }, { query: "select 'hunter2'::int" }] }).catch(() => {});
  expect(spans.map(({ name, isFailed }) => [name, isFailed]).slice(0, 3)).toEqual([
    ["BEGIN", false],
    ["SELECT", false],
    ["SELECT", true],
  ]);
  expect(JSON.stringify(spans)).not.toContain("hunter2");
});

test("a refused statement's span has the SQLSTATE, and none of its message", async () => {
  await run({ query: "select 'hunter2'::int" }).catch(() => {});
  const facts = { "db.response.status_code": "22P02", "error.type": "22P02" };
  expect(spans).toMatchObject([{ name: "SELECT", isFailed: true, attributes: facts }]);
  spans = [];
  await run({ query: "hunter2 select" }).catch(() => {});
  expect(spans).toMatchObject([{ name: "postgresql", isFailed: true, attributes: { "error.type": "42601" } }]);
  expect(JSON.stringify(spans)).not.toContain("hunter2");
});

test("a session that is used again gives its spans to the request that uses it", async () => {
  await run({ query: "select 1" });
  const first = spans.splice(0);
  await run({ query: "select 1" });
  expect(spans).toHaveLength(1);
  expect(spans[0]?.parentSpanId).not.toBe(first[0]?.parentSpanId);
});

test("a read-only key's statement has a span as well", async () => {
  await run({ query: "select 1 as one" }, { readOnly: true });
  expect(spans.map(({ name }) => name)).toContain("SELECT");
});

test("statements of the dashboard's pages have spans, and without a collector none", async () => {
  const ctx = { ...(await service.context(organisation.member.viewer)), trace: request() };
  const read = (context: typeof ctx) =>
    withReadSession(context, { databaseId }, (session) => session.query("show all"));
  await read(ctx);
  expect(spans.map(({ name }) => name)).toEqual(["BEGIN", "SELECT", "SHOW", "COMMIT"]);
  spans = [];
  await read({ ...ctx, trace: undefined as never });
  expect(spans).toEqual([]);
});
