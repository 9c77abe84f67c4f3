import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import { ListProjectLogInput, listProjectLog } from "@/lib/services/project-logs/list";
import { RequestRecorder } from "@/lib/services/project-logs/recorder";
import type { ProjectLogEntry } from "@/lib/services/project-logs/resource";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, FixedClock, keyActor, makeContext, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const START = new Date("2026-03-01T09:30:00.000Z");

let organisation: TestOrganisation;
let projectId: string;
let databaseId: string;
let userId: string;
let ctx: ServiceContext;

beforeEach(async () => {
  ctx = await makeContext({ clock: new FixedClock(START) });
  organisation = await createOrganisation();
  projectId = (await insertProject(organisation)).id;
  const { id: hostId } = await insertHost(ctx);
  databaseId = (await insertDatabase(ctx, { organisationId: organisation.id, hostId })).id;
  await ctx.db.project.update({ where: { id: projectId }, data: { databaseId } });
  userId = createId("user", ctx.random);
  await ctx.db.user.create({ data: { id: userId, projectId, email: `${userId}@example.com`, name: "" } });
});

const later = (milliseconds: number) => new Date(START.getTime() + milliseconds);

async function addRequest(milliseconds: number, row: Record<string, unknown> = {}): Promise<void> {
  const common = { operation: "getInfo", method: "GET", status: 200, level: "info", durationMs: 5 };
  const requestId = createId("request", ctx.random);
  await ctx.db.requestLog.create({ data: { ...common, projectId, at: later(milliseconds), requestId, ...row } });
}

async function addFunctionLine(milliseconds: number, row: Record<string, unknown> = {}): Promise<void> {
  const functionId = createId("function", ctx.random);
  const at = later(milliseconds);
  const common = { functionId, invocationId: "call_1", at, kind: "line", level: "info", message: "Receipt sent" };
  const { name, ...fields } = { name: "hello", ...row };
  const created = { name, access: "public", createdAt: at, updatedAt: at };
  const known = await ctx.db.projectFunction.findFirst({ where: { projectId, name } });
  const data = { ...common, projectId, ...(known && { functionId: known.id }), ...fields };
  if (!known) await ctx.db.projectFunction.create({ data: { id: functionId, projectId, ...created } });
  await ctx.db.functionLog.create({ data });
}

async function addEvent(milliseconds: number, row: Record<string, unknown> = {}): Promise<void> {
  const common = { kind: "session.sign_in", outcome: "accepted", requestId: createId("request", ctx.random) };
  const id = createId("event", ctx.random);
  await ctx.db.securityEvent.create({ data: { ...common, id, projectId, createdAt: later(milliseconds), ...row } });
}

async function addStatement(milliseconds: number, row: Record<string, unknown> = {}): Promise<void> {
  const { id: actorId, organisationId } = organisation.member.owner;
  const common = { actorKind: "member", actorId, text: "select 1", command: "SELECT", status: "succeeded" };
  const id = createId("statement", ctx.random);
  const data = { ...common, id, organisationId, databaseId, startedAt: later(milliseconds), ...row };
  await ctx.db.statement.create({ data });
}

async function list(
  input: Partial<z.input<typeof ListProjectLogInput>> = {},
  actor: Actor = organisation.member.viewer,
) {
  const parsed = ListProjectLogInput.parse({ organisationId: organisation.id, projectId, ...input });
  return listProjectLog({ ...ctx, actor }, parsed);
}

async function messages(input: Partial<z.input<typeof ListProjectLogInput>> = {}): Promise<string[]> {
  return (await list(input)).items.map(({ message }) => message);
}

describe("a project's log", () => {
  it("merges its sources, newest first, with the facts of each", async () => {
    await addRequest(1, { status: 404, level: "warning", code: "not_found", userId, keyId: "key_1" });
    await addFunctionLine(2, { level: "warn", message: "Slow", invocationId: "call_9", durationMs: 12 });
    await addEvent(3, { outcome: "refused", reason: "wrong_password", userId, durationMs: 80 });
    await addStatement(4, { status: "failed", sqlState: "42P01", durationMicros: 1_500n, text: "select * from gone" });
    const { items, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { source: "sql", level: "error", message: "select * from gone", code: "42P01", durationMs: 2, databaseId },
      { source: "sign-in", level: "warning", code: "wrong_password", email: `${userId}@example.com`, durationMs: 80 },
      { source: "function", level: "warning", message: "Slow", functionName: "hello", invocationId: "call_9" },
      { source: "request", level: "warning", message: "GET getInfo not_found", status: 404, userId, keyId: "key_1" },
    ]);
    expect(items.map(({ at }) => at)).toEqual([4, 3, 2, 1].map((at) => later(at).toISOString()));
    expect(items[3]).toMatchObject({ email: `${userId}@example.com`, outcome: "404", durationMs: 5 });
  });

  it("has nothing of another project and its database", async () => {
    const { id: other } = await insertProject(organisation);
    await addRequest(1);
    await addStatement(1);
    expect(await list({ projectId: other })).toEqual({ items: [], nextCursor: null });
  });

  it("tells how many requests were not kept", async () => {
    await addRequest(1, { operation: "", method: "", status: 0, level: "warning", omitted: 1_240, requestId: "" });
    const { items } = await list();
    expect(items).toMatchObject([{ message: "1,240 more requests in this second were not kept", omitted: 1_240 }]);
  });

  it("is filtered by source, level, status and period", async () => {
    await addRequest(1, { operation: "fine" });
    await addRequest(2, { operation: "refused", status: 429, level: "warning" });
    await addRequest(3, { operation: "broken", status: 503, level: "error" });
    await addFunctionLine(4, { message: "line" });
    await addFunctionLine(5, { message: "thrown", level: "error" });
    await addEvent(6, { outcome: "refused", reason: "wrong_password" });
    await addStatement(7, { status: "cancelled", text: "select slow" });
    expect(await messages({ source: "function" })).toEqual(["thrown", "line"]);
    expect(await messages({ level: "error" })).toEqual(["thrown", "GET broken"]);
    expect(await messages({ level: "warning", source: "request" })).toEqual(["GET broken", "GET refused"]);
    expect(await messages({ level: "warning", source: "sql" })).toEqual(["select slow"]);
    expect(await messages({ level: "warning", source: "sign-in" })).toHaveLength(1);
    expect(await messages({ status: "4xx" })).toEqual(["GET refused"]);
    expect(await messages({ status: "2xx" })).toEqual(["GET fine"]);
    expect(await messages({ status: "5xx", source: "function" })).toEqual([]);
    expect(await messages({ since: later(3), until: later(5) })).toEqual(["line", "GET broken"]);
  });

  it("is searched by operation, code and message, in any case and as it is written", async () => {
    await addRequest(1, { operation: "deploy_function" });
    await addRequest(2, { operation: "deployXfunction" });
    await addRequest(3, { status: 402, level: "warning", code: "over_quota" });
    await addFunctionLine(4, { message: "Receipt 100% sent" });
    await addStatement(5, { text: "SELECT receipts" });
    expect(await messages({ text: "Deploy_F" })).toEqual(["GET deploy_function"]);
    expect(await messages({ text: "quota" })).toEqual(["GET getInfo over_quota"]);
    expect(await messages({ text: "receipt" })).toEqual(["SELECT receipts", "Receipt 100% sent"]);
    expect(await messages({ text: "100% s" })).toEqual(["Receipt 100% sent"]);
  });

  it("finds the request of an ID, with its call and its sign-in event", async () => {
    await addRequest(1, { requestId: "req_wanted", invocationId: "call_5" });
    await addFunctionLine(2, { invocationId: "call_5", message: "of the call" });
    await addFunctionLine(3, { invocationId: "call_6", message: "of another" });
    await addEvent(4, { requestId: "req_wanted" });
    await addRequest(5, { operation: "mentions_req_wanted" });
    expect(await messages({ text: "req_wanted" })).toEqual(["Signed in", "of the call", "GET getInfo"]);
    expect(await messages({ text: "call_6" })).toEqual(["of another"]);
  });

  it("finds the requests of a user, also after the user is deleted", async () => {
    await addRequest(1, { userId });
    await ctx.db.user.delete({ where: { id: userId } });
    const { items } = await list({ text: userId });
    expect(items).toMatchObject([{ userId, email: null }]);
  });

  it("is read in pages without gaps or doubles, while entries come in", async () => {
    const moments = [1, 2, 2, 2, 3, 3, 4];
    for (const at of moments) {
      await addRequest(at);
      await addFunctionLine(at);
      await addEvent(at);
      await addStatement(at);
    }
    const whole = (await list({ limit: 1_000 })).items;
    const read: ProjectLogEntry[] = [];
    let before: string | undefined;
    do {
      const page = await list({ limit: 3, ...(before !== undefined && { before }) });
      read.push(...page.items);
      await addRequest(1_000);
      await addFunctionLine(1_000);
      before = page.nextCursor ?? undefined;
    } while (before !== undefined);
    expect(whole).toHaveLength(28);
    expect(read).toEqual(whole);
  });

  it("is searched page by page beyond the rows that a page looks at", async () => {
    await ctx.db.$executeRaw`
      insert into request_log (project_id, at, level, operation, method, status, duration_ms, request_id)
      select ${projectId}, ${START}::timestamptz - n * interval '1 millisecond', 'info',
        case when n % 15000 = 0 then 'rare' else 'getInfo' end, 'GET', 200, n, 'req_' || n
      from generate_series(1, 45000) n`;
    await addEvent(-40_000, { kind: "rare.kind" });
    const found: ProjectLogEntry[] = [];
    let before: string | undefined;
    do {
      const page = await list({ text: "rare", ...(before !== undefined && { before }) });
      found.push(...page.items);
      before = page.nextCursor ?? undefined;
    } while (before !== undefined);
    expect(found.map(({ source, durationMs }) => [source, durationMs])).toEqual([
      ["request", 15_000],
      ["request", 30_000],
      ["sign-in", null],
      ["request", 45_000],
    ]);
  });

  it("refuses a cursor of another list", async () => {
    for (const at of [1, 2, 3]) await addRequest(at);
    const { nextCursor } = await list({ limit: 1 });
    const before = nextCursor ?? "";
    await expect(list({ before, source: "sql" })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is shown to members of every role, and to no stranger and no key", async () => {
    await addRequest(1);
    for (const actor of Object.values(organisation.member)) expect((await list({}, actor)).items).toHaveLength(1);
    const other = await createOrganisation();
    await expect(list({}, other.member.owner)).rejects.toMatchObject({ code: "not_found" });
    const theirs = { organisationId: other.id };
    await expect(list(theirs, other.member.owner)).rejects.toMatchObject({ code: "project_not_found" });
    await expect(list({}, keyActor(organisation.member.owner))).rejects.toMatchObject({ code: "missing_permission" });
  });
});

describe("the log of a project's database over HTTP", () => {
  it("has requests that name the database alone", async () => {
    const recorder = new RequestRecorder(ctx.db, ctx.log, ctx.clock);
    const request = { operation: "executeSql", method: "POST", status: 200, milliseconds: 2, requestId: "req_of-sql" };
    recorder.record({ ...request, subject: { databaseId, keyId: "key_1" } });
    await recorder.close();
    expect((await list({ text: "req_of-sql" })).items).toMatchObject([{ operation: "executeSql", databaseId }]);
  });
});

describe("coppice project logs", () => {
  it("lists the entries that fit, and tells how to go on", async () => {
    await addRequest(1, { requestId: "req_of-the-command", status: 500, level: "error", code: "internal_error" });
    await addRequest(2);
    const run = (...options: string[]) => runCommand({ ctx }, "project", "logs", projectId, ...options);
    expect((await run("--text", "req_of-the-command")).stdout).toContain("GET getInfo internal_error");
    expect((await run("--limit", "1")).stdout).toMatch(/More: --before \S+/);
    const json = await run("--level", "error", "--json");
    expect(JSON.parse(json.stdout).items).toMatchObject([{ requestId: "req_of-the-command", status: 500 }]);
  });
});
