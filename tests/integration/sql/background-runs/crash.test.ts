import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKER } from "@/lib/core/access/service-actor";
import { getBackgroundRun } from "@/lib/sql/background-runs/get";
import { settleBackgroundRuns } from "@/lib/sql/background-runs/settle";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { settleStatementsOfCrashes, sweepStatements } from "@/lib/sql/statements/sweep";
import { type CrashingProcess, findCrashingProcess } from "@/tests/integration/hosting/crash/run-process";
import { startRun, workOn } from "@/tests/support/background-runs";
import { FixedClock } from "@/tests/support/context";
import { asSuperuser } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

let program: CrashingProcess;
const { service, owner, databaseId, setUp } = await openOwnedDatabase();

beforeAll(async () => {
  program = await findCrashingProcess();
  await setUp("create table t (id int primary key); create table indexed as select generate_series(1, 10) as a");
});

afterAll(async () => {
  await service.close();
});

const task = (runId: string) => ({
  ...{ kind: "work-on-run" as const, name: runId, actor: WORKER, idempotencyRecordId: null, databaseId },
});
const count = async (query: string) =>
  Number(Object.values(((await setUp(query)) as { rows: object[] }).rows[0] ?? {})[0]);
const get = (runId: string) => getBackgroundRun(owner, { databaseId, runId });

/** The worker of two minutes later, which finds that nobody has heard of the run for long. */
async function settleLater(): Promise<void> {
  const later = { ...(await service.worker()), clock: new FixedClock(new Date(Date.now() + 120_000)) };
  await settleBackgroundRuns(later);
}

/** Settles until the server has noticed the end of the killed process, and then has the run worked on once more. */
async function settled(runId: string) {
  await expect
    .poll(async () => {
      await settleLater();
      return (await get(runId)).finishedAt;
    })
    .not.toBeNull();
  await workOn(service, runId);
  return get(runId);
}

describe("the worker is killed while a run goes on", () => {
  it.for([
    ["background-run.claimed", "insert into t values (1)", "failed", []],
    ["statement.began", "insert into t values (1)", "failed", ["failed"]],
    ["statement.ran", "insert into t values (1)", "failed", ["failed"]],
    ["statement.pending", "insert into t values (1)", "failed", ["failed"]],
    ["statement.committed", "insert into t values (1)", "succeeded", ["succeeded"]],
    ["statement.done", "insert into t values (1)", "succeeded", ["succeeded"]],
    ["background-run.ran", "insert into t values (1)", "succeeded", ["succeeded"]],
    ["statement.done", "insert into t values (1); insert into t values (2)", "failed", ["succeeded"]],
  ] as const)("at %s of %s: it is not run again, and its state is unchanged", async ([point, text, status, each]) => {
    const { id: runId } = await startRun(owner, databaseId, text);
    await program.crashAt(service, point, task(runId));
    const run = await settled(runId);
    expect(run.status).toBe(status);
    expect(run.statements.map((statement) => statement.status)).toEqual(each);
    if (status === "failed") expect(run.message).toContain("The service stopped while the run was going on");
    const isThere = each.some((one) => one === "succeeded");
    expect(await count("select count(*) from t")).toBe(isThere ? 1 : 0);
    const changes = await service.db.dataChange.findMany({
      where: { statement: { backgroundRunId: runId }, status: "committed" },
      select: { id: true },
    });
    for (const { id: changeId } of changes) await undoDataChange(owner, { databaseId, changeId });
    expect(await count("select count(*) from t")).toBe(0);
  });

  it.for([
    ["create index made_1 on indexed (a)", 1, ["succeeded"]],
    ["begin; create index made_2 on indexed (a); commit", 2, ["succeeded", "succeeded", "succeeded"]],
  ] as const)("after the commit of %s: it is known to be done", async ([text, number, each]) => {
    const { id: runId } = await startRun(owner, databaseId, text);
    await program.crashAt(service, "statement.committed", task(runId));
    const run = await settled(runId);
    expect(run).toMatchObject({ status: "succeeded", message: null });
    expect(run.statements.map(({ status }) => status)).toEqual(each);
    expect(await count(`select count(*) from pg_indexes where indexname = 'made_${number}'`)).toBe(1);
  });

  it("within a transaction: its changes are rolled back, and the run says so", async () => {
    const { id: runId } = await startRun(owner, databaseId, "begin; insert into t values (1); select 1; commit");
    await program.crashAt(service, "statement.pending", task(runId));
    const { id: again } = await startRun(
      owner,
      databaseId,
      "begin; insert into t values (2); select pg_sleep(300); commit",
    );
    const process = program.start(service, task(again));
    await expect.poll(async () => (await get(again)).statements.length).toBe(3);
    await process.kill();
    expect(await settled(runId)).toMatchObject({ status: "failed" });
    const run = await settled(again);
    expect(run.message).toBe(
      "The service stopped while the run was going on, after 2 of 4 statements. The changes of its open transaction were rolled back.",
    );
    expect(await count("select count(*) from t")).toBe(0);
  });

  it("in a statement that goes on for long: its session is ended", async () => {
    const { id: runId } = await startRun(owner, databaseId, "select pg_sleep(300), 'mark_of_killed'");
    const active = () =>
      asSuperuser(service.cluster, "postgres", async (client) => {
        const text =
          "select from pg_stat_activity where datname = $1 and query ~ 'mark_of_killed' and state = 'active'";
        return (await client.query(text, [databaseId])).rowCount;
      });
    const process = program.start(service, task(runId));
    await expect.poll(active).toBe(1);
    await process.kill();
    const run = await settled(runId);
    expect(await active()).toBe(0);
    expect(run).toMatchObject({ status: "failed" });
    expect(run.statements).toMatchObject([
      { status: "failed", message: expect.stringContaining("The service stopped while this statement ran.") },
    ]);
  });
});

it("a run that its process goes on with is left alone, however long it takes", async () => {
  const { id: runId } = await startRun(owner, databaseId, "insert into t values (1); select pg_sleep(300), 'lives'");
  const stopping = new AbortController();
  const ended = workOn(service, runId, stopping.signal);
  await expect.poll(async () => (await get(runId)).statements.length).toBe(2);
  const hours = { ...(await service.worker()), clock: new FixedClock(new Date(Date.now() + 40 * 60_000)) };
  await settleStatementsOfCrashes(hours);
  await sweepStatements(hours);
  await settleBackgroundRuns(await service.worker());
  expect(await get(runId)).toMatchObject({ status: "running", statements: [{}, { status: "running" }] });
  stopping.abort();
  await ended;
});
