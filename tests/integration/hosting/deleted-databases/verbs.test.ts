import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { bringBackDatabase } from "@/lib/hosting/deleted-databases/bring-back";
import { dropDeletedDatabase, dropDueDatabases } from "@/lib/hosting/deleted-databases/drop";
import { listDeletedDatabases } from "@/lib/hosting/deleted-databases/list";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { reconcile } from "@/lib/jobs/reconcile";
import { keyActor } from "@/tests/support/context";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { writeAsGuard } from "@/tests/support/guard";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner: plain, violations } = await openOwnedService();
const owner: Context = { ...plain, deletedDatabaseDays: 7 };
const organisationId = organisation.id;

afterAll(() => service.close());

const reveal = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;
const isOnHost = (id: string) =>
  asSuperuser(service.cluster, "postgres", async (client) => {
    return (await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [id])).rowCount === 1;
  });
const kept = async () => (await listDeletedDatabases(owner, { organisationId })).map(({ id }) => id);

/** Makes a database with a row, deletes it, and returns its id and its connection string. */
async function deleted(name: string): Promise<{ id: string; url: string }> {
  const id = await createReadyDatabase(service, organisation.member.owner, name);
  const url = await reveal(id);
  await asCustomer(url, (client) => client.query("CREATE TABLE t AS SELECT 7 AS n"));
  await deleteDatabase(owner, { databaseId: id });
  return { id, url };
}

describe("a deleted database", () => {
  it("is gone for the API and for clients, its sessions end, and it is listed with its size and its last day", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner, "orders");
    const url = await reveal(id);
    await asCustomer(url, async (session) => {
      await session.query("SELECT 1");
      await deleteDatabase(owner, { databaseId: id });
      await expect(session.query("SELECT 1")).rejects.toThrow();
    });
    await expect(getDatabase(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    await expect(deleteDatabase(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    // The role may not log in, or the database takes no connection: PostgreSQL looks at either first.
    expect(["28000", "55000"]).toContain(await refusalOf(url));
    const [listed] = await listDeletedDatabases(owner, { organisationId });
    expect(listed).toMatchObject({ id, name: "orders", isBranch: false });
    expect(listed?.sizeBytes).toBeGreaterThan(1_000_000);
    expect(Date.parse(listed?.restorableUntil ?? "") - Date.parse(listed?.deletedAt ?? "")).toBe(7 * 86_400_000);
    expect(await violations()).toEqual([]);
    await dropDeletedDatabase(owner, { organisationId, databaseId: id });
  });

  it("comes back with its rows, restore points and password, and the change is on record", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner, "shop");
    const url = await reveal(id);
    await asCustomer(url, (client) => client.query("CREATE TABLE t AS SELECT 7 AS n"));
    await createRestorePoint(owner, { databaseId: id, name: "before" });
    await createShellConnection(owner, { databaseId: id });
    await deleteDatabase(owner, { databaseId: id });
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(0);
    await bringBackDatabase(owner, { organisationId, databaseId: id, name: "shop" });
    expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ name: "shop", status: "ready" });
    expect(await reveal(id)).toBe(url);
    expect(await asCustomer(url, async (client) => (await client.query("SELECT n FROM t")).rows)).toEqual([{ n: 7 }]);
    expect((await listRestorePoints(owner, { databaseId: id })).items).toEqual([
      expect.objectContaining({ name: "before", status: "ready" }),
    ]);
    expect(await kept()).not.toContain(id);
    expect(await service.db.auditEvent.findMany({ where: { targetId: id, action: "database.bring_back" } })).toEqual([
      expect.objectContaining({ organisationId, actorId: organisation.member.owner.id, data: { name: "shop" } }),
    ]);
    expect(await violations()).toEqual([]);
    await deleteDatabase(plain, { databaseId: id });
  });

  it("is not brought back or dropped by a viewer, a key or a stranger", async () => {
    const { id } = await deleted("guarded");
    const stranger = await service.organisation();
    const refused = [
      [organisation.member.viewer, "missing_permission"],
      [keyActor(organisation.member.owner), "missing_permission"],
      [stranger.member.owner, "not_found"],
    ] as const;
    for (const [actor, code] of refused) {
      const ctx = await service.context(actor, { deletedDatabaseDays: 7 });
      const input = { organisationId, databaseId: id };
      await expect(bringBackDatabase(ctx, { ...input, name: "guarded" })).rejects.toMatchObject({ code });
      await expect(dropDeletedDatabase(ctx, input)).rejects.toMatchObject({ code });
    }
    const other = await service.context(stranger.member.owner, { deletedDatabaseDays: 7 });
    const theirs = { organisationId: stranger.id, databaseId: id };
    await expect(bringBackDatabase(other, { ...theirs, name: "guarded" })).rejects.toMatchObject({
      code: "database_not_found",
    });
    expect(await listDeletedDatabases(other, { organisationId: stranger.id })).toEqual([]);
    expect(await kept()).toContain(id);
    await dropDeletedDatabase(owner, { organisationId, databaseId: id });
  });

  it("gives its name and its place back, and comes back by another name, or not at all at the plan's limit", async () => {
    const small = await service.organisation("free");
    const ctx = await service.context(small.member.owner, { deletedDatabaseDays: 7 });
    const id = await createReadyDatabase(service, small.member.owner, "a");
    for (const name of ["b", "c"]) await createReadyDatabase(service, small.member.owner, name);
    await deleteDatabase(ctx, { databaseId: id });
    const second = await createReadyDatabase(service, small.member.owner, "a");
    const back = (name: string) => bringBackDatabase(ctx, { organisationId: small.id, databaseId: id, name });
    await expect(back("d")).rejects.toMatchObject({ code: "limit_reached" });
    await deleteDatabase({ ...ctx, deletedDatabaseDays: 0 }, { databaseId: second });
    await expect(back("b")).rejects.toMatchObject({ code: "name_taken" });
    await back("d");
    expect(await getDatabase(ctx, { databaseId: id })).toMatchObject({ name: "d", status: "ready" });
  });

  it("comes back closed while the host's guard keeps it closed, and gets no way around its limit", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner, "over-limit");
    const url = await reveal(id);
    const guard = await writeAsGuard(service.cluster);
    await guard.empty();
    await asSuperuser(service.cluster, "postgres", (client) => client.query(`ALTER ROLE ${id} NOLOGIN`));
    await guard.restrict({ databaseId: id, state: "closed", until: new Date("2099-01-01T00:00:00.000Z") });
    await deleteDatabase(owner, { databaseId: id });
    await bringBackDatabase(owner, { organisationId, databaseId: id, name: "over-limit" });
    expect(await refusalOf(url)).toBe("28000");
    await guard.empty();
    await deleteDatabase(plain, { databaseId: id });
  });

  it("that is a branch comes back as one, also when its parent is gone", async () => {
    const parent = await createReadyDatabase(service, organisation.member.owner, "trunk");
    const { branch } = await createBranch(owner, { databaseId: parent, name: "twig" });
    await deleteDatabase(owner, { databaseId: branch.id });
    await deleteDatabase(plain, { databaseId: parent });
    await bringBackDatabase(owner, { organisationId, databaseId: branch.id, name: "twig" });
    const row = await service.db.database.findUniqueOrThrow({ where: { id: branch.id } });
    expect(row).toMatchObject({ status: "ready", parentDatabaseId: parent, parentName: "trunk" });
    await deleteDatabase(plain, { databaseId: branch.id });
    expect(await violations()).toEqual([]);
  });
});

describe("a kept database", () => {
  it("is dropped after its days, and by its owner before", async () => {
    const { id: old } = await deleted("old");
    const { id: recent } = await deleted("recent");
    const { id: unwanted } = await deleted("unwanted");
    const past = new Date(Date.now() - 7 * 86_400_000);
    await service.db.deletedDatabase.update({ where: { databaseId: old }, data: { deletedAt: past } });
    await expect(bringBackDatabase(owner, { organisationId, databaseId: old, name: "old" })).rejects.toMatchObject({
      code: "database_not_found",
    });
    await dropDeletedDatabase(owner, { organisationId, databaseId: unwanted });
    await dropDueDatabases(await service.worker({ deletedDatabaseDays: 7 }));
    expect(await kept()).toEqual([recent]);
    expect([await isOnHost(old), await isOnHost(recent), await isOnHost(unwanted)]).toEqual([false, true, false]);
    const dropped = await service.db.auditEvent.findMany({ where: { action: "database.drop", targetId: unwanted } });
    expect(dropped).toEqual([expect.objectContaining({ data: { name: "unwanted" } })]);
    expect(await violations()).toEqual([]);
    await dropDueDatabases(await service.worker({ deletedDatabaseDays: 0 }));
    expect(await kept()).toEqual([]);
  });

  it("counts against the organisation's kept bytes, and a database without room is dropped immediately", async () => {
    const { id } = await deleted("kept");
    const bytes = () =>
      service.db.organisationKept.findUniqueOrThrow({ where: { organisationId } }).then((row) => Number(row.bytes));
    const [listed] = await listDeletedDatabases(owner, { organisationId });
    expect(await bytes()).toBe(listed?.sizeBytes);
    await service.db.organisation.update({ where: { id: organisationId }, data: { keptBytes: BigInt(await bytes()) } });
    const { id: second } = await deleted("too-much");
    expect(await kept()).toEqual([id]);
    expect(await isOnHost(second)).toBe(false);
    await service.db.organisation.update({ where: { id: organisationId }, data: { keptBytes: null } });
    await dropDeletedDatabase(owner, { organisationId, databaseId: id });
    expect(await bytes()).toBe(0);
  });

  it("is dropped immediately while a volume of its host is short of space", async () => {
    const volumes = (freeBytes: number) => [{ purpose: "data", path: "/data", freeBytes, totalBytes: 100 }];
    await service.db.host.updateMany({ data: { guardVolumes: volumes(9) } });
    const { id: first } = await deleted("no-space");
    expect([await kept(), await isOnHost(first)]).toEqual([[], false]);
    await service.db.host.updateMany({ data: { guardVolumes: volumes(10) } });
    const { id: second } = await deleted("space");
    expect(await kept()).toEqual([second]);
    await dropDeletedDatabase(owner, { organisationId, databaseId: second });
  });

  it("keeps no role of a neighbour from being dropped, though it holds grants to it", async () => {
    const neighbour = await createReadyDatabase(service, organisation.member.owner, "neighbour");
    const id = await createReadyDatabase(service, organisation.member.owner, "granting");
    await asCustomer(await reveal(id), (client) =>
      client.query(`CREATE TABLE t (n int); GRANT SELECT ON t TO "${neighbour}"`),
    );
    await deleteDatabase(owner, { databaseId: id });
    await deleteDatabase(plain, { databaseId: neighbour });
    expect(await isOnHost(neighbour)).toBe(false);
    await reconcile(await service.worker());
    expect(await violations()).toEqual([]);
    await bringBackDatabase(owner, { organisationId, databaseId: id, name: "granting" });
    expect(await asCustomer(await reveal(id), async (client) => (await client.query("SELECT * FROM t")).rows)).toEqual(
      [],
    );
    await deleteDatabase(plain, { databaseId: id });
  });
});
