import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { createDatabase } from "@/lib/hosting/databases/create";
import { beginOperation } from "@/lib/hosting/operations/journal";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { reconcile } from "@/lib/jobs/reconcile";
import { keyActor, random } from "@/tests/support/context";
import { asSuperuser, createReadyDatabase, NO_SUCH_DATABASE, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
let databaseId: string;

beforeEach(async () => {
  databaseId = await createReadyDatabase(service, organisation.member.owner);
});

afterAll(() => service.close());

const auditOf = (targetId: string) =>
  service.db.auditEvent.findMany({
    where: { targetId },
    orderBy: { createdAt: "asc" },
    select: { action: true, actorKind: true, actorId: true, data: true },
  });

/** Every change a member can make to restore points, as a call with the ids of one database. */
const changes: [name: string, (ctx: Context, databaseId: string, restorePointId: string) => Promise<unknown>][] = [
  ["createRestorePoint", (ctx, id) => createRestorePoint(ctx, { databaseId: id, name: "no" })],
  ["restoreInPlace", (ctx, id, restorePointId) => restoreInPlace(ctx, { databaseId: id, restorePointId })],
  [
    "createBranchFrom",
    (ctx, id, restorePointId) => createBranchFrom(ctx, { databaseId: id, restorePointId, name: "no" }),
  ],
  ["deleteRestorePoint", (ctx, id, restorePointId) => deleteRestorePoint(ctx, { databaseId: id, restorePointId })],
  ["setRestoreSchedule", (ctx, id) => setRestoreSchedule(ctx, { databaseId: id, schedule: "daily" })],
];

describe("restore points", () => {
  it("tell their content, maker and time, and leave a row in the audit log for each act", async () => {
    const actor = organisation.member.developer;
    const ctx = await service.context(actor);
    const point = await createRestorePoint(ctx, { databaseId, name: "  before the import " });
    expect(point).toMatchObject({
      id: expect.stringMatching(/^rp_[0-9a-z]{20}$/),
      copyId: expect.stringMatching(/^db_[0-9a-z]{20}$/),
      ...{ databaseId, name: "before the import", origin: "manual", status: "ready", expiresAt: null },
    });
    const { items } = await listRestorePoints(await service.context(organisation.member.viewer), { databaseId });
    const { copyId: _, ...listed } = point;
    const madeBy = { name: "", email: `developer@${organisation.id}.example` };
    expect(items).toEqual([{ ...listed, madeBy, statement: null }]);
    const { branch } = await createBranchFrom(ctx, { databaseId, restorePointId: point.id, name: "audited" });
    const { beforeRestorePointId } = await restoreInPlace(ctx, { databaseId, restorePointId: point.id });
    await deleteRestorePoint(ctx, { databaseId, restorePointId: point.id });
    await setRestoreSchedule(ctx, { databaseId, schedule: "weekly" });
    const by = { actorKind: "member", actorId: actor.id };
    const name = "before the import";
    expect(await auditOf(point.id)).toEqual([
      { action: "restore_point.create", ...by, data: { name, databaseId, origin: "manual" } },
      {
        action: "restore_point.branch",
        ...by,
        data: { name: "audited", parentDatabaseId: databaseId, databaseId: branch.id },
      },
      { action: "restore_point.restore", ...by, data: { name, databaseId, beforeRestorePointId } },
      { action: "restore_point.delete", ...by, data: { name, databaseId, reason: "asked for" } },
    ]);
    expect((await auditOf(databaseId)).at(-1)).toEqual({
      ...{ action: "database.set_restore_schedule", ...by, data: { schedule: "weekly" } },
    });
  });

  it.for(changes)(
    "TI-01: %s is refused to viewers and keys that may not write; strangers get 404",
    async ([, change]) => {
      const { id } = await createRestorePoint(owner, { databaseId, name: "kept" });
      const stranger = await service.organisation();
      const { member } = organisation;
      const refusals: [Actor, string][] = [
        [member.viewer, "missing_permission"],
        [keyActor(member.viewer), "missing_permission"],
        [keyActor(member.owner, { readOnly: true }), "read_only_key"],
        [keyActor(member.owner, { databaseId }), "key_scope_too_narrow"],
        [stranger.member.owner, "database_not_found"],
      ];
      const before = await service.db.auditEvent.count();
      for (const [actor, code] of refusals) {
        await expect(change(await service.context(actor), databaseId, id)).rejects.toMatchObject({ code });
      }
      await expect(change(owner, NO_SUCH_DATABASE, id)).rejects.toMatchObject({ code: "database_not_found" });
      expect(await service.db.auditEvent.count()).toBe(before);
      expect((await listRestorePoints(owner, { databaseId })).items).toHaveLength(1);
    },
  );

  it("TI-02: a point of another database is not found, of any owner", async () => {
    const other = await createReadyDatabase(service, organisation.member.owner);
    const stranger = await service.organisation();
    const strangers = await createReadyDatabase(service, stranger.member.owner);
    const points = await Promise.all([
      createRestorePoint(owner, { databaseId: other, name: "sibling's" }),
      createRestorePoint(await service.context(stranger.member.owner), { databaseId: strangers, name: "stranger's" }),
    ]);
    for (const { id } of points) {
      for (const verb of [restoreInPlace, deleteRestorePoint]) {
        await expect(verb(owner, { databaseId, restorePointId: id })).rejects.toMatchObject({ code: "not_found" });
      }
      const branching = createBranchFrom(owner, { databaseId, restorePointId: id, name: "no" });
      await expect(branching).rejects.toMatchObject({ code: "not_found" });
    }
    const listing = listRestorePoints(await service.context(stranger.member.owner), { databaseId });
    await expect(listing).rejects.toMatchObject({ code: "database_not_found" });
    expect(await violations()).toEqual([]);
  });

  it("have a name of 1 to 80 characters", async () => {
    for (const name of ["", "   ", "x".repeat(81), "line\nbreak", "\ud800"]) {
      await expect(createRestorePoint(owner, { databaseId, name })).rejects.toMatchObject({ code: "invalid_request" });
    }
    expect((await createRestorePoint(owner, { databaseId, name: "é".repeat(80) })).name).toHaveLength(80);
  });

  it("answer 409 while the database is not made yet, or being changed", async () => {
    const { id: unborn } = await createDatabase(owner, { name: "unborn" });
    const making = createRestorePoint(owner, { databaseId: unborn, name: "no" });
    await expect(making).rejects.toMatchObject({ code: "database_not_ready" });
    const { id } = await createRestorePoint(owner, { databaseId, name: "kept" });
    for (const kind of ["restore-point", "restore", "rotate"] as const) {
      const subject = { organisationId: organisation.id, databaseId, hostId: service.hostId };
      const operationId = await beginOperation(owner, { kind, ...subject });
      for (const [name, change] of changes) {
        if (name === "setRestoreSchedule") continue;
        await expect(change(owner, databaseId, id), name).rejects.toMatchObject({ code: "database_not_ready" });
      }
      await service.db.operation.delete({ where: { id: operationId } });
    }
    expect(await service.db.restorePoint.count({ where: { databaseId } })).toBe(1);
  });

  it("that somebody names are limited by the plan, those made before a change are not", async () => {
    const small = await service.organisation("free");
    const ctx = await service.context(small.member.owner);
    const id = await createReadyDatabase(service, small.member.owner);
    for (const name of ["one", "two", "three"]) await createRestorePoint(ctx, { databaseId: id, name });
    const fourth = () => createRestorePoint(ctx, { databaseId: id, name: "four" });
    await expect(fourth()).rejects.toMatchObject({ code: "limit_reached" });
    const safety = await createRestorePoint(ctx, { databaseId: id, name: "DROP TABLE x", origin: "before-change" });
    const days = (new Date(safety.expiresAt ?? 0).getTime() - new Date(safety.createdAt).getTime()) / 86_400_000;
    expect(days).toBe(7);
    const { items, retention } = await listRestorePoints(ctx, { databaseId: id });
    expect(retention).toEqual({ plan: "free", manual: 3, scheduled: 7, safety: 10, days: 7 });
    await deleteRestorePoint(ctx, { databaseId: id, restorePointId: items.at(-1)?.id ?? "" });
    await fourth();
  });

  it("take no place on the host and none of the quota of databases or branches", async () => {
    const { capacity } = await service.db.host.findUniqueOrThrow({ where: { id: service.hostId } });
    const databases = await service.db.database.count({ where: { hostId: service.hostId } });
    await service.db.host.update({ where: { id: service.hostId }, data: { capacity: databases + 1 } });
    await createRestorePoint(owner, { databaseId, name: "no place" });
    await createReadyDatabase(service, organisation.member.owner);
    await expect(createDatabase(owner, { name: "full" })).rejects.toMatchObject({ code: "host_unavailable" });
    await service.db.host.update({ where: { id: service.hostId }, data: { capacity } });
  });

  it("from a point, a branch is named and counted like any other", async () => {
    const { id: restorePointId } = await createRestorePoint(owner, { databaseId, name: "source" });
    const make = (ctx: Context, name: string) => createBranchFrom(ctx, { databaseId, restorePointId, name });
    await make(owner, "same name");
    await expect(make(owner, "same name")).rejects.toMatchObject({ code: "name_taken" });
    const small = await service.organisation("free");
    const ctx = await service.context(small.member.owner);
    const id = await createReadyDatabase(service, small.member.owner);
    const point = await createRestorePoint(ctx, { databaseId: id, name: "source" });
    const branch = (name: string) => createBranchFrom(ctx, { databaseId: id, restorePointId: point.id, name });
    for (const name of ["1", "2", "3", "4", "5"]) await branch(name);
    await expect(branch("6")).rejects.toMatchObject({ code: "limit_reached" });
  });
});

describe("the reconciler", () => {
  it("takes a copy for no orphan, and does not open it", async () => {
    const { copyId } = await createRestorePoint(owner, { databaseId, name: "known" });
    const [report] = await reconcile(await service.worker());
    expect(report).toMatchObject({ orphans: [], missing: [], reopened: [], closed: [] });
    expect(await stateOf(copyId)).toEqual({ accepts: false });
  });

  it("notices a copy that is gone, and closes one that stands open", async () => {
    const [lost, open] = [
      await createRestorePoint(owner, { databaseId, name: "lost" }),
      await createRestorePoint(owner, { databaseId, name: "open" }),
    ];
    await onHost(`DROP DATABASE "${lost.copyId}"`);
    await onHost(`ALTER DATABASE "${open.copyId}" ALLOW_CONNECTIONS true`);
    expect(await violations()).toEqual([
      { rule: "row_without_copy", subject: lost.copyId },
      { rule: "open_copy", subject: open.copyId },
    ]);
    const [report] = await reconcile(await service.worker());
    expect(report).toMatchObject({ orphans: [], missing: [lost.copyId], closed: [open.copyId] });
    expect(await stateOf(open.copyId)).toEqual({ accepts: false });
    await deleteRestorePoint(owner, { databaseId, restorePointId: lost.id });
    expect(await violations()).toEqual([]);
  });

  it("does not open a database that a restore has not finished, nor miss it", async () => {
    const { id: restorePointId, copyId } = await createRestorePoint(owner, { databaseId, name: "source" });
    const subject = { organisationId: organisation.id, databaseId, hostId: service.hostId, restorePointId };
    const before = createId("database", random);
    const facts = { organisationId: organisation.id, databaseId, hostId: service.hostId, createdAt: new Date() };
    const by = { createdByKind: "operator", createdById: "test" };
    await service.db.restorePoint.create({
      data: {
        ...facts,
        ...by,
        id: createId("restorePoint", random),
        copyId: before,
        name: "b",
        origin: "before-restore",
      },
    });
    const operationId = await beginOperation(owner, { kind: "restore", ...subject });
    await onHost(`ALTER DATABASE "${databaseId}" ALLOW_CONNECTIONS false`);
    const host = await owner.hosts.get(service.hostId);
    await host.withLock([databaseId], async () => {
      const [report] = await reconcile(await service.worker());
      expect(report).toMatchObject({ missing: [], orphans: [], reopened: [] });
      expect(report?.settled).toEqual([{ operationId, kind: "restore", databaseId, outcome: "running" }]);
    });
    const [report] = await reconcile(await service.worker());
    expect(report?.settled).toEqual([{ operationId, kind: "restore", databaseId, outcome: "settled" }]);
    expect(await stateOf(before)).toEqual({ accepts: false });
    expect(await stateOf(copyId)).toEqual({ accepts: false });
    const { connectionString } = await revealConnectionString(owner, { databaseId });
    expect(await refusalOf(connectionString)).toBeNull();
    expect(await violations()).toEqual([]);
  });
});

const onHost = (statement: string) => asSuperuser(service.cluster, "postgres", (client) => client.query(statement));

const stateOf = (id: string) =>
  asSuperuser(service.cluster, "postgres", async (client) => {
    const { rows } = await client.query("SELECT datallowconn AS accepts FROM pg_database WHERE datname = $1", [id]);
    return rows[0];
  });
