import { afterAll, describe, expect, it } from "vitest";
import { createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import type { OperationKind } from "@/lib/hosting/operations/journal";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { restart } from "@/tests/integration/hosting/crash/restart";
import { findCrashingProcess } from "@/tests/integration/hosting/crash/run-process";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
const { member } = organisation;
const program = await findCrashingProcess();
const points = await recordCrashPoints();

afterAll(async () => {
  await service.close();
});

/** Every point the verbs pass, in order, as one uninterrupted run of each meets them. */
async function recordCrashPoints(): Promise<string[]> {
  const passed: string[] = [];
  const crashPoint = (name: string) => {
    passed.push(name);
  };
  const ctx = await service.context(member.owner, { crashPoint });
  const databaseId = await createReadyDatabase(service, member.owner, "recorded");
  const { id: restorePointId } = await createRestorePoint(ctx, { databaseId, name: "recorded" });
  await createBranchFrom(ctx, { databaseId, restorePointId, name: "recorded-branch" });
  await restoreInPlace(ctx, { databaseId, restorePointId });
  await deleteRestorePoint(ctx, { databaseId, restorePointId });
  await deleteDatabase(ctx, { databaseId });
  return passed;
}

const pointsOf = (kind: OperationKind) => points.filter((point) => point.startsWith(`${kind}.`));

const task = (kind: OperationKind, rest: { databaseId: string; name?: string; restorePointId?: string }) => ({
  ...{ kind, actor: member.owner, idempotencyRecordId: null, name: "" },
  ...rest,
});

const linesOf = (url: string) =>
  asCustomer(url, async (client) =>
    (await client.query("SELECT line FROM t ORDER BY line")).rows.map((row) => row.line),
  );

/** A database with one line at its restore point and another written since. */
async function createChangedDatabase() {
  const databaseId = await createReadyDatabase(service, member.owner);
  const { connectionString: url } = await revealConnectionString(owner, { databaseId });
  await asCustomer(url, (client) => client.query("CREATE TABLE t AS SELECT 'old' AS line"));
  const { id: restorePointId } = await createRestorePoint(owner, { databaseId, name: "old" });
  await asCustomer(url, (client) => client.query("INSERT INTO t VALUES ('new')"));
  return { databaseId, url, restorePointId };
}

/** At no moment may another role connect to anything: it is not there, closed, or PUBLIC has no right on it. */
async function expectClosedToPublic(): Promise<void> {
  const open = await asSuperuser(service.cluster, "postgres", (client) =>
    client.query(
      `SELECT datname FROM pg_database WHERE datname ~ '^db_' AND datallowconn
         AND EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE grantee = 0)`,
    ),
  );
  expect(open.rows).toEqual([]);
}

it("every operation has a crash point before its first step, after each step and at its end", () => {
  const kinds = ["restore-point", "branch", "restore", "delete-restore-point"] as const;
  const counts = kinds.map((kind) => [kind, pointsOf(kind).length]);
  expect(Object.fromEntries(counts)).toEqual({ "restore-point": 7, branch: 9, restore: 12, "delete-restore-point": 3 });
  expect(pointsOf("delete")).toContain("delete.copies_dropped");
  for (const kind of kinds) {
    expect(pointsOf(kind)[0]).toBe(`${kind}.journalled`);
    expect(pointsOf(kind).at(-1)).toMatch(/\.(ready|done)$/);
  }
});

describe("RF-02: killed while making a restore point", () => {
  it.for(pointsOf("restore-point"))("at %s: the database is open, the point whole or gone", async (point) => {
    const { databaseId, url } = await createChangedDatabase();
    await program.crashAt(service, point, task("restore-point", { databaseId, name: point }));
    await expectClosedToPublic();
    await restart(service);
    expect(await violations()).toEqual([]);
    expect(await linesOf(url)).toEqual(["new", "old"]);
    const { items } = await listRestorePoints(owner, { databaseId });
    expect(items.filter(({ name }) => name === point)).toHaveLength(point === "restore-point.ready" ? 1 : 0);
    await createRestorePoint(owner, { databaseId, name: point });
    expect(await violations()).toEqual([]);
  });
});

describe("RF-02: killed while restoring in place", () => {
  it.for(pointsOf("restore"))("at %s: the restart finishes it, and the former state is kept", async (point) => {
    const { databaseId, url, restorePointId } = await createChangedDatabase();
    await program.crashAt(service, point, task("restore", { databaseId, restorePointId }));
    await expectClosedToPublic();
    if (point !== "restore.done") {
      const again = restoreInPlace(owner, { databaseId, restorePointId });
      await expect(again).rejects.toMatchObject({ code: "database_not_ready" });
    }
    await restart(service);
    expect(await violations()).toEqual([]);
    expect(await linesOf(url)).toEqual(["old"]);
    const { items } = await listRestorePoints(owner, { databaseId });
    expect(items.map(({ origin, status }) => `${origin} ${status}`)).toEqual(["before-restore ready", "manual ready"]);
    await restoreInPlace(owner, { databaseId, restorePointId: items[0]?.id ?? "" });
    expect(await linesOf(url)).toEqual(["new", "old"]);
    expect(await violations()).toEqual([]);
  });

  it.for(pointsOf("restore"))("at %s, and deleted before the restart: nothing of it is left", async (point) => {
    const { databaseId, restorePointId } = await createChangedDatabase();
    await program.crashAt(service, point, task("restore", { databaseId, restorePointId }));
    await deleteDatabase(owner, { databaseId });
    expect(await violations()).toEqual([]);
    await restart(service);
    expect(await service.db.restorePoint.count({ where: { databaseId } })).toBe(0);
  });
});

describe("RF-02: killed while branching from a restore point", () => {
  it.for(pointsOf("branch"))(
    "at %s: the branch is whole or gone, the database and the point are well",
    async (point) => {
      const { databaseId, url, restorePointId } = await createChangedDatabase();
      const name = `${databaseId.slice(-6)} ${point}`;
      await program.crashAt(service, point, task("branch", { databaseId, restorePointId, name }));
      await expectClosedToPublic();
      expect(await refusalOf(url)).toBeNull();
      await restart(service);
      expect(await violations()).toEqual([]);
      expect(await service.db.database.count({ where: { name } })).toBe(point === "branch.ready" ? 1 : 0);
      const { branch } = await createBranchFrom(owner, { databaseId, restorePointId, name: `${name} 2` });
      const { connectionString } = await revealConnectionString(owner, { databaseId: branch.id });
      expect(await linesOf(connectionString)).toEqual(["old"]);
    },
  );
});

describe("RF-04: killed while deleting", () => {
  it.for(pointsOf("delete-restore-point"))("at %s: the point is gone for good", async (point) => {
    const { databaseId, restorePointId } = await createChangedDatabase();
    await program.crashAt(service, point, task("delete-restore-point", { databaseId, restorePointId }));
    const again = restoreInPlace(owner, { databaseId, restorePointId });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
    expect((await listRestorePoints(owner, { databaseId })).items).toEqual([]);
    await restart(service);
    expect(await violations()).toEqual([]);
    expect(await service.db.restorePoint.count({ where: { databaseId } })).toBe(0);
  });

  it.for(pointsOf("delete"))(
    "at %s: a database goes with its restore points, and its role with them",
    async (point) => {
      const { databaseId, restorePointId } = await createChangedDatabase();
      await restoreInPlace(owner, { databaseId, restorePointId });
      await program.crashAt(service, point, task("delete", { databaseId }));
      await restart(service);
      expect(await violations()).toEqual([]);
      expect(await service.db.restorePoint.count({ where: { databaseId } })).toBe(0);
    },
  );
});
