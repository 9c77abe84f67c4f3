import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { makeScheduledRestorePoint } from "@/lib/hosting/restore-points/make-scheduled";
import { cancelBackgroundRun } from "@/lib/sql/background-runs/cancel";
import { getBackgroundRun } from "@/lib/sql/background-runs/get";
import { BACKGROUND_RUNS } from "@/lib/sql/background-runs/limits";
import { listBackgroundRuns } from "@/lib/sql/background-runs/list";
import { settleBackgroundRuns } from "@/lib/sql/background-runs/settle";
import { startBackgroundRun } from "@/lib/sql/background-runs/start";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { listRunningWork } from "@/lib/sql/running-work/list";
import { listStatements } from "@/lib/sql/statements/list";
import { cancelRuns, runInBackground, startRun, workOn } from "@/tests/support/background-runs";
import { FixedClock, keyActor } from "@/tests/support/context";
import { asSuperuser, createReadyDatabase, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId, setUp } = await openOwnedDatabase();
const viewer = await service.context(organisation.member.viewer);
const developer = await service.context(organisation.member.developer);
const stranger = await service.context((await service.organisation()).member.owner);
const UNCONFIRMED = {};

afterAll(() => service.close());
afterEach(() => cancelRuns(owner, databaseId));

const audited = (action: string) => service.db.auditEvent.count({ where: { action, targetId: databaseId } });
const inBackground = (text: string, options?: object) => runInBackground(service, owner, databaseId, text, options);
const jobOf = (runId: string) =>
  service.db.$queryRaw<{ payload: unknown; locked: boolean }[]>`
    select payload, locked_at is not null as locked from graphile_worker._private_jobs where key = ${`run-in-background:${runId}`}`;

/** Waits until the host executes a statement with this mark. */
const isActive = (mark: string) =>
  asSuperuser(service.cluster, "postgres", async (client) => {
    const text = "select from pg_stat_activity where datname = $1 and query ~ $2 and state = 'active'";
    return (await client.query(text, [databaseId, mark])).rowCount === 1;
  });

/** A run that sleeps, marked so that it is found, and the promise of its end. */
async function sleeping(ctx = owner, signal?: AbortSignal) {
  const mark = `mark_${randomUUID().slice(0, 8)}`;
  const text = `create table ${mark} (a int); select pg_sleep(300), '${mark}'; create table never_made (a int)`;
  const { id: runId } = await startRun(ctx, databaseId, text);
  const ended = workOn(service, runId, signal);
  await expect.poll(() => isActive(mark)).toBe(true);
  return { runId, ended, mark, get: () => getBackgroundRun(owner, { databaseId, runId }) };
}

describe("a run in the background", () => {
  it("is a row, a job and an audit entry, with its text in none of them in clear", async () => {
    const before = await audited("database.start_background_run");
    const text = "create table secrets_of (a text); select 'mark-of-content' as password";
    const run = await startRun(developer, databaseId, text);
    expect(run).toMatchObject({ status: "queued", statementCount: 2, statements: [], startedAt: null });
    expect(run.person?.email).toBe(`developer@${organisation.id}.example`);
    expect(await audited("database.start_background_run")).toBe(before + 1);
    const row = await service.db.backgroundRun.findUniqueOrThrow({ where: { id: run.id } });
    expect(row.content).toMatch(/^s1\./);
    expect(await jobOf(run.id)).toEqual([{ payload: { runId: run.id }, locked: false }]);
    await startRun(owner, databaseId, "create server s foreign data wrapper w options (x 'hunter2'); select 1");
    expect(JSON.stringify(await service.db.backgroundRun.findMany({ where: { databaseId } }))).not.toContain("hunter2");
    await workOn(service, run.id);
    expect((await service.db.backgroundRun.findUniqueOrThrow({ where: { id: run.id } })).content).toBeNull();
  });

  it("is done as the member who asked: statements, counts and first rows, each once", async () => {
    await setUp("create table counted (id int primary key)");
    const text = "insert into counted select generate_series(1, 30); select id from counted order by id";
    const run = await runInBackground(service, developer, databaseId, text);
    expect(run).toMatchObject({ status: "succeeded", message: null, failedAt: null, isCancelled: false });
    const rows = Array.from({ length: 10 }, (_, index) => [String(index + 1)]);
    expect(run.statements).toMatchObject([
      { command: "INSERT", status: "succeeded", rowCount: 30, rows: null },
      { command: "SELECT", status: "succeeded", rows: { columns: ["id"], rows, isTruncated: true } },
    ]);
    const { statements } = await listStatements(viewer, { databaseId, search: "into counted" });
    expect(statements).toMatchObject([{ actorId: organisation.member.developer.id, change: { status: "committed" } }]);
    const asViewer = await getBackgroundRun(viewer, { databaseId, runId: run.id });
    expect(asViewer.statements).toMatchObject([{ rows: null }, { status: "succeeded", rows: null }]);
    await workOn(service, run.id);
    expect((await listStatements(owner, { databaseId, search: "into counted" })).statements).toHaveLength(1);
    await undoDataChange(owner, { databaseId, changeId: statements[0]?.change?.id ?? "" });
    expect(await setUp("select count(*)::int as n from counted")).toMatchObject({ rows: [{ n: 0 }] });
  });

  it("may take an hour in place of five seconds", async () => {
    const run = await inBackground("select current_setting('statement_timeout') as t");
    expect(run).toMatchObject({ status: "succeeded" });
    expect(run.statements[0]?.rows?.rows).toEqual([["1h"]]);
  });

  it("runs statements that can't run in a transaction", async () => {
    await setUp("create table indexed (a int)");
    const run = await inBackground("create index concurrently on indexed (a); vacuum indexed; analyze indexed");
    expect(run.statements.map(({ command, status }) => [command, status])).toEqual([
      ["CREATE", "succeeded"],
      ["VACUUM", "succeeded"],
      ["ANALYZE", "succeeded"],
    ]);
  });

  it("stops at an error, and says where in the text that was run", async () => {
    const run = await inBackground("select 1;\nselect 1,\n  nope;\nselect 3");
    expect(run).toMatchObject({ status: "failed", statementCount: 3, failedAt: { line: 3, column: 3 } });
    expect(run.statements).toMatchObject([
      { status: "succeeded" },
      { status: "failed", message: 'column "nope" does not exist' },
    ]);
  });

  it("goes on from a place of the text, with the settings before it", async () => {
    const text = "set datestyle = 'German'; create table not_again (a int); select date '2026-11-23' as d";
    const run = await inBackground(text, { from: text.indexOf("select") });
    expect(run).toMatchObject({ status: "succeeded", statementCount: 1 });
    expect(run.statements).toMatchObject([{ rows: { rows: [["23.11.2026"]] } }]);
    expect(await setUp("select to_regclass('not_again') as made")).toMatchObject({ rows: [{ made: null }] });
  });

  it("takes a restore point where that was confirmed, and stops before the statement otherwise", async () => {
    await setUp("create table kept (id int); insert into kept values (1)");
    const stopped = await inBackground("select 1; drop table kept; select 2", UNCONFIRMED);
    expect(stopped).toMatchObject({ status: "failed", message: expect.stringContaining("needs a restore point") });
    expect(stopped.statements.map(({ status }) => status)).toEqual(["succeeded", "cancelled"]);
    const run = await inBackground("drop table kept");
    expect(run).toMatchObject({ status: "succeeded" });
    const [statement] = (await listStatements(owner, { databaseId, search: "drop table kept" })).statements;
    expect(statement?.change).toMatchObject({ kind: "restore-point", status: "committed" });
    await undoDataChange(owner, { databaseId, changeId: statement?.change?.id ?? "" });
    expect(await setUp("select id from kept")).toMatchObject({ rows: [{ id: 1 }] });
  });

  it("is refused as in the editor, before anything is queued", async () => {
    for (const [text, message] of [
      ["select 1; alter system set x = 1", expect.stringContaining("")],
      ["select from where", expect.stringContaining("syntax error")],
      ["select :missing", "Enter a value for :missing, or choose NULL."],
    ] as const) {
      const { run, refused } = await startBackgroundRun(owner, { databaseId, text });
      expect([run, refused]).toMatchObject([null, { status: "failed", message }]);
      const [kept] = (await listStatements(owner, { databaseId })).statements;
      expect(kept).toMatchObject({ id: refused?.statementId, status: "failed" });
    }
    const empty = startBackgroundRun(owner, { databaseId, text: "-- nothing" });
    await expect(empty).rejects.toMatchObject({ code: "invalid_request" });
    expect(await service.db.backgroundRun.count({ where: { databaseId, finishedAt: null } })).toBe(0);
  });

  it("needs the right to change data; a stranger finds no database, and a key may not", async () => {
    const input = { databaseId, text: "select 1" };
    await expect(startBackgroundRun(viewer, input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(startBackgroundRun(stranger, input)).rejects.toMatchObject({ code: "database_not_found" });
    const key = await service.context(keyActor(organisation.member.owner));
    await expect(startBackgroundRun(key, input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(startBackgroundRun(owner, { ...input, databaseId: NO_SUCH_DATABASE })).rejects.toMatchObject({
      code: "database_not_found",
    });
  });

  it("is seen by all members, in the list of running work by its own alone", async () => {
    const { id: runId } = await startRun(developer, databaseId, "select 1");
    expect((await listBackgroundRuns(viewer, { databaseId }))[0]).toMatchObject({ id: runId, status: "queued" });
    const seen = async (ctx: typeof owner) => (await listRunningWork(ctx)).items;
    expect(await seen(developer)).toMatchObject([{ id: runId, kind: "background-run", isQueued: true }]);
    expect(await seen(owner)).toEqual([]);
    await expect(listBackgroundRuns(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
    const got = getBackgroundRun(stranger, { databaseId, runId });
    await expect(got).rejects.toMatchObject({ code: "database_not_found" });
    const theirs = await createReadyDatabase(service, stranger.actor);
    const elsewhere = getBackgroundRun(stranger, { databaseId: theirs, runId });
    await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("runs at once", () => {
  it("are two in a database at most, and four of an organisation", async () => {
    const { ofDatabase, ofOrganisation } = BACKGROUND_RUNS;
    for (let count = 0; count < ofDatabase; count += 1) await startRun(owner, databaseId, "select 1");
    const refusal = { code: "rate_limited", retryAfterSeconds: expect.any(Number) };
    await expect(startRun(developer, databaseId, "select 1")).rejects.toMatchObject({
      ...refusal,
      message: "This database already has 2 runs in the background. Wait for one to finish, or cancel one.",
    });
    const other = await createReadyDatabase(service, owner.actor);
    for (let count = ofDatabase; count < ofOrganisation; count += 1) await startRun(owner, other, "select 1");
    await cancelRuns(owner, databaseId);
    const attempts = Array.from({ length: 5 }, () => () => startRun(owner, databaseId, "select 1"));
    const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const third = await createReadyDatabase(service, owner.actor);
    await expect(startRun(owner, third, "select 1")).rejects.toMatchObject({
      ...refusal,
      message: "Your organisation already has 4 runs in the background. Wait for one to finish, or cancel one.",
    });
    await cancelRuns(owner, other);
  });
});

describe("a member who cancels", () => {
  it("one that waits keeps it from running", async () => {
    const before = await audited("database.cancel_background_run");
    const { id: runId } = await startRun(owner, databaseId, "create table not_made (a int)");
    await cancelBackgroundRun(developer, { databaseId, runId });
    expect(await audited("database.cancel_background_run")).toBe(before + 1);
    await workOn(service, runId);
    expect(await getBackgroundRun(owner, { databaseId, runId })).toMatchObject({ status: "cancelled", statements: [] });
    const again = cancelBackgroundRun(owner, { databaseId, runId });
    await expect(again).rejects.toMatchObject({ code: "conflict", message: "The run has already ended." });
  });

  it("one that goes on ends its statement, and the others do not begin", async () => {
    const { runId, ended, mark, get } = await sleeping();
    await cancelBackgroundRun(developer, { databaseId, runId });
    await ended;
    const run = await get();
    expect(run).toMatchObject({ status: "cancelled", isCancelled: true });
    expect(run.statements.map(({ status }) => status)).toEqual(["succeeded", "cancelled"]);
    expect(await isActive(mark)).toBe(false);
  });

  it("needs the right to change data; a stranger finds nothing", async () => {
    const { id: runId } = await startRun(owner, databaseId, "select 1");
    const input = { databaseId, runId };
    await expect(cancelBackgroundRun(viewer, input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(cancelBackgroundRun(stranger, input)).rejects.toMatchObject({ code: "database_not_found" });
    const theirs = { ...input, databaseId: await createReadyDatabase(service, stranger.actor) };
    await expect(cancelBackgroundRun(stranger, theirs)).rejects.toMatchObject({ code: "not_found" });
    expect(await getBackgroundRun(owner, input)).toMatchObject({ status: "queued" });
  });
});

describe("a member who may no longer change data", () => {
  const setRole = (role: string) =>
    service.db.member.update({ where: { id: organisation.member.developer.id }, data: { role } });
  const message = "The member who started it may no longer change data.";
  afterEach(() => setRole("developer"));

  it("has no run begun", async () => {
    const { id: runId } = await startRun(developer, databaseId, "create table not_begun (a int)");
    await setRole("viewer");
    await workOn(service, runId);
    expect(await getBackgroundRun(owner, { databaseId, runId })).toMatchObject({ status: "failed", message });
    expect((await listStatements(owner, { databaseId, search: "not_begun" })).statements).toEqual([]);
  });

  it("TI-08: has the run that goes on ended within seconds", async () => {
    const { ended, get } = await sleeping(developer);
    await setRole("viewer");
    await ended;
    const run = await get();
    expect(run).toMatchObject({ status: "failed", message });
    expect(run.statements.map(({ status }) => status)).toEqual(["succeeded", "cancelled"]);
  });
});

it("a worker that stops cancels its run, and says so", async () => {
  const stopping = new AbortController();
  const { ended, get } = await sleeping(owner, stopping.signal);
  stopping.abort();
  await ended;
  expect(await get()).toMatchObject({
    status: "cancelled",
    message: "The service was stopped, so the run was cancelled. Start it again to run the rest.",
  });
});

it("a scheduled restore point waits for a run, which it would end", async () => {
  await service.db.database.update({ where: { id: databaseId }, data: { restoreSchedule: "hourly" } });
  const { runId, ended } = await sleeping();
  expect(await makeScheduledRestorePoint(await service.worker(), { databaseId })).toBe("busy");
  await cancelBackgroundRun(owner, { databaseId, runId });
  await ended;
  expect(await makeScheduledRestorePoint(await service.worker(), { databaseId })).toBe("made");
});

it("a run whose job was lost is queued again, and one that waits for its turn is not", async () => {
  const [lost, waiting] = [
    await startRun(owner, databaseId, "select 1"),
    await startRun(owner, databaseId, "select 2"),
  ];
  await service.db.$executeRaw`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone' where key = ${`run-in-background:${lost.id}`}`;
  const later = { ...(await service.worker()), clock: new FixedClock(new Date(Date.now() + 120_000)) };
  await settleBackgroundRuns(later);
  expect(await jobOf(lost.id)).toMatchObject([{ locked: false }]);
  expect(await jobOf(waiting.id)).toMatchObject([{ locked: false }]);
  expect(await getBackgroundRun(owner, { databaseId, runId: lost.id })).toMatchObject({ status: "queued" });
});

it("a run is deleted after a week, and its statements stay", async () => {
  const run = await inBackground("select 'stays'");
  const later = { ...(await service.worker()), clock: new FixedClock(new Date(Date.now() + 8 * 86_400_000)) };
  await settleBackgroundRuns(later);
  expect(await service.db.backgroundRun.count({ where: { id: run.id } })).toBe(0);
  expect((await listStatements(owner, { databaseId, search: "'stays'" })).statements).toHaveLength(1);
});
