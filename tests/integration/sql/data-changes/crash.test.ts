import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { settleStatementsOfCrashes } from "@/lib/sql/statements/sweep";
import { type CrashingProcess, findCrashingProcess } from "@/tests/integration/hosting/crash/run-process";
import { FixedClock } from "@/tests/support/context";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

let program: CrashingProcess;
const { service, owner, databaseId, url } = await openOwnedDatabase();

beforeAll(async () => {
  program = await findCrashingProcess();
  await asCustomer(url, (client) => client.query("create table t (id int primary key)"));
});

afterAll(async () => {
  await service.close();
});

const ids = async () =>
  (await asCustomer(url, (client) => client.query("select id from t order by 1"))).rows.map(({ id }) => id as number);
const task = (kind: "run-statements" | "undo-change", name: string) => ({
  ...{ kind, name, actor: owner.actor, idempotencyRecordId: null, databaseId },
});
const settle = async () => settleStatementsOfCrashes(await service.worker());

/** Until the server has noticed the end of the killed process's session. */
async function settled(changeId: string): Promise<string> {
  const status = async () => {
    await settle();
    return (await service.db.dataChange.findUniqueOrThrow({ where: { id: changeId } })).status;
  };
  await expect.poll(status).not.toBe("pending");
  return status();
}

describe("the process is killed while a statement runs", () => {
  it("meets every point in this order", async () => {
    const passed: string[] = [];
    const ctx = { ...owner, crashPoint: (name: string) => void passed.push(name) };
    const [change] = await changeByText(ctx, databaseId, "insert into t values (0)");
    await undoDataChange(ctx, { databaseId, changeId: change?.id ?? "" });
    const points = ["began", "ran", "pending", "committed", "done"].map((point) => `statement.${point}`);
    expect(passed).toEqual([...points, "undo.ran", "undo.pending", "undo.committed"]);
  });

  it.for([
    ["statement.began", null],
    ["statement.ran", null],
    ["statement.pending", "aborted"],
    ["statement.committed", "committed"],
    ["statement.done", "committed"],
  ] as const)("at %s: the kept rows agree with the table", async ([point, status]) => {
    const text = `insert into t values (1) returning '${point}'`;
    await program.crashAt(service, point, task("run-statements", text));
    const statement = await service.db.statement.findFirstOrThrow({
      where: { databaseId, text },
      include: { change: true },
    });
    expect(statement.change === null).toBe(status === null);
    if (statement.change) expect(await settled(statement.change.id)).toBe(status);
    const isThere = status === "committed";
    expect(await ids()).toEqual(isThere ? [1] : []);
    const later = { ...(await service.worker()), clock: new FixedClock(new Date(Date.now() + 3_600_000)) };
    await settleStatementsOfCrashes(later);
    const { status: known } = await service.db.statement.findUniqueOrThrow({ where: { id: statement.id } });
    expect(known).toBe(isThere ? "succeeded" : "failed");
    if (statement.change && isThere) await undoDataChange(owner, { databaseId, changeId: statement.change.id });
    expect(await ids()).toEqual([]);
  });
});

describe("the process is killed while it undoes", () => {
  it.for(["undo.ran", "undo.pending", "undo.committed"])("at %s: the change is undone, or can be", async (point) => {
    const [change] = await changeByText(owner, databaseId, "insert into t values (1)");
    const changeId = change?.id ?? "";
    await program.crashAt(service, point, task("undo-change", changeId));
    const where = { id: changeId };
    const state = async () => {
      await settle();
      const row = await service.db.dataChange.findUniqueOrThrow({ where });
      const undo = row.undoneById && (await service.db.dataChange.findUnique({ where: { id: row.undoneById } }));
      return undo ? `${row.status}, ${undo.status}` : row.status;
    };
    await expect.poll(state).toBe(point === "undo.committed" ? "undone, committed" : "committed");
    if (point !== "undo.committed") {
      expect(await ids()).toEqual([1]);
      await undoDataChange(owner, { databaseId, changeId });
    }
    expect(await ids()).toEqual([]);
  });
});

it("a change that is pending because its process still runs is left alone", async () => {
  const [pending] = await Promise.all([
    runText(owner, databaseId, "begin; insert into t values (1); select pg_sleep(1); commit"),
    expect
      .poll(() => service.db.dataChange.count({ where: { databaseId, status: "pending" } }), { interval: 20 })
      .toBe(1)
      .then(settle),
  ]);
  const change = pending.find((outcome) => "change" in outcome && outcome.change);
  const changeId = change && "change" in change ? (change.change?.id ?? "") : "";
  expect((await service.db.dataChange.findUniqueOrThrow({ where: { id: changeId } })).status).toBe("committed");
  expect(await ids()).toEqual([1]);
});
