import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { sweepRestorePoints } from "@/lib/hosting/restore-points/sweep";
import { beginStatement, finishStatement } from "@/lib/sql/data-changes/record-statement";
import { settleStatementsOfCrashes, sweepStatements } from "@/lib/sql/statements/sweep";
import { type CrashingProcess, findCrashingProcess } from "@/tests/integration/hosting/crash/run-process";
import { FixedClock } from "@/tests/support/context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";
import { changeByText, runText } from "@/tests/support/run-statements";

let service: HostingService;
let program: CrashingProcess;
let owner: Context;
let databaseId: string;
let url: string;

beforeAll(async () => {
  service = await openHostingService();
  program = await findCrashingProcess();
  owner = await service.context((await service.organisation()).member.owner);
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
});

afterAll(async () => {
  await service.close();
});

const setUp = (text: string) => asCustomer(url, (client) => client.query(text));
const points = () => service.db.restorePoint.findMany({ where: { databaseId }, select: { id: true, copyId: true } });
const deletions = async () => {
  const found = await service.db.auditEvent.findMany({
    where: { action: "restore_point.delete" },
    orderBy: { createdAt: "asc" },
  });
  return found.map(({ data }) => (data as { reason: string }).reason);
};
const inHours = async (hours: number): Promise<Context> => {
  const clock = new FixedClock(new Date(Date.now() + hours * 3_600_000));
  return { ...(await service.worker()), clock };
};

describe("a restore point for a statement that then fails", () => {
  it("goes when the statement fails though it was tried before", async () => {
    // A sequence goes on counting when the trial is rolled back.
    await setUp("create sequence tries; create sequence others; create table kept (a int)");
    const before = (await deletions()).length;
    const [outcome] = await runText(
      owner,
      databaseId,
      `do $$ begin
        if nextval('tries') > 1 then raise exception 'the second time'; end if;
        drop table kept;
      end $$`,
    );
    expect(outcome).toMatchObject({ status: "failed", message: "the second time" });
    expect(await points()).toEqual([]);
    expect((await deletions()).slice(before)).toEqual(["unused"]);
    await setUp("select * from kept");
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });

  it("goes when the transaction it was taken for is not committed", async () => {
    for (const text of ["begin; drop table kept; select 1 / 0; commit", "begin; drop table kept; rollback"]) {
      await runText(owner, databaseId, text);
      expect(await points(), text).toEqual([]);
    }
    await setUp("select * from kept");
  });

  it("stays when an earlier statement of the run has need of it", async () => {
    const [dropped, failed] = await runText(
      owner,
      databaseId,
      `alter table kept set (fillfactor = 50); do $$ begin
        if nextval('others') > 1 then raise exception 'not again'; end if;
        drop table kept;
      end $$`,
    );
    expect(dropped).toMatchObject({ status: "succeeded", change: { kind: "restore-point" } });
    expect(failed?.status).toBe("failed");
    const { items } = await listRestorePoints(owner, { databaseId });
    expect(items.map(({ statement }) => statement)).toEqual(["alter table kept set (fillfactor = 50)"]);
  });
});

describe("the process is killed after the restore point was taken", () => {
  it("and the sweep finds it, but not while somebody may still be at it", async () => {
    const known = new Set((await points()).map(({ id }) => id));
    const unknown = async () => (await points()).filter(({ id }) => !known.has(id));
    const task = { ...{ kind: "run-statements" as const, name: "drop table kept" }, actor: owner.actor };
    await program.crashAt(service, "statement.kept", { ...task, idempotencyRecordId: null, databaseId });
    expect(await unknown()).toHaveLength(1);
    await sweepRestorePoints(await service.worker());
    expect(await unknown()).toHaveLength(1);
    await settleStatementsOfCrashes(await inHours(2));
    await sweepRestorePoints(await inHours(2));
    expect(await unknown()).toEqual([]);
    expect((await points()).map(({ id }) => id)).toEqual([...known]);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });

  it("and one whose statement has run for hours, and is recorded only at its end, is not taken for unused", async () => {
    const { organisationId } = await service.db.database.findUniqueOrThrow({ where: { id: databaseId } });
    const subject = { organisationId, databaseId, text: "drop table kept", command: "DROP TABLE", isReadable: true };
    const statementId = await beginStatement(owner, subject);
    const made = { databaseId, name: "Before DROP TABLE", origin: "before-change" as const, statementId };
    const { id } = await createRestorePoint(owner, made);
    await sweepRestorePoints(await inHours(2));
    expect((await points()).map((point) => point.id)).toContain(id);
    const failed = { status: "failed" as const, sqlState: null, message: "It failed.", durationMicros: 1 };
    await finishStatement(owner, { organisationId, statementId }, failed);
    await sweepRestorePoints(await inHours(2));
    expect((await points()).map((point) => point.id)).not.toContain(id);
  });

  it("and points that are made for something else are no matter of statements", async () => {
    const { id } = await createRestorePoint(owner, { databaseId, name: "Before an import", origin: "before-change" });
    await sweepRestorePoints(await inHours(2));
    expect((await points()).map((point) => point.id)).toContain(id);
  });

  it("and one that is used is never taken for unused, however many changes came after it", async () => {
    const [change] = await changeByText(owner, databaseId, "drop table kept");
    const { restorePointId } = await service.db.dataChange.findUniqueOrThrow({ where: { id: change?.id ?? "" } });
    const { organisationId, ...row } = await service.db.dataChange.findUniqueOrThrow({
      where: { id: change?.id ?? "" },
      select: { organisationId: true, databaseId: true, status: true },
    });
    const createdAt = new Date(Date.now() + 60_000);
    await service.db.dataChange.createMany({
      data: Array.from({ length: 1_100 }, (_, index) => {
        return { ...row, organisationId, id: `chg_${String(index).padStart(20, "0")}`, createdAt };
      }),
    });
    await sweepStatements(await service.worker());
    await sweepRestorePoints(await inHours(2));
    expect((await points()).map(({ id }) => id)).toContain(restorePointId);
  });
});
