import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { listDatabases } from "@/lib/hosting/databases/list";
import { failProvisioning, provisionDatabase } from "@/lib/hosting/databases/provision";
import { claimIdempotencyKey } from "@/lib/http/api/idempotency";
import { reconcile } from "@/lib/jobs/reconcile";
import { keyActor, type TestOrganisation } from "@/tests/support/context";
import { createReadyDatabase, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();

afterAll(() => service.close());

const auditOf = (targetId: string) => service.db.auditEvent.findMany({ where: { targetId }, orderBy: { id: "asc" } });

/** Actors of the same organisation that may not change databases, and the answer to each. */
function refusedWriters({ member }: TestOrganisation): [Actor, string][] {
  return [
    [member.viewer, "missing_permission"],
    [keyActor(member.viewer), "missing_permission"],
    [keyActor(member.owner, { readOnly: true }), "read_only_key"],
    [keyActor(member.owner, { managementApi: false }), "management_not_enabled"],
    [keyActor(member.owner, { databaseId: NO_SUCH_DATABASE }), "key_scope_too_narrow"],
  ];
}

describe("creating a database", () => {
  it("answers `provisioning` at once; the job makes it `ready`, and the change is on record", async () => {
    const made = await createDatabase(owner, { name: "orders" });
    expect(made).toMatchObject({ name: "orders", status: "provisioning", failureReason: null, hostKind: "shared" });
    await provisionDatabase(await service.worker(), { databaseId: made.id });
    expect(await getDatabase(owner, { databaseId: made.id })).toEqual({ ...made, status: "ready" });
    expect(await auditOf(made.id)).toEqual([
      expect.objectContaining({
        action: "database.create",
        actorId: organisation.member.owner.id,
        requestId: owner.requestId,
        data: { name: "orders" },
      }),
    ]);
    expect(await violations()).toEqual([]);
  });

  it("queues its own job in the transaction that makes the row", async () => {
    const { id } = await createDatabase(owner, { name: "queued" });
    const jobs = await service.db.$queryRaw`
      SELECT task_identifier FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
      JOIN (SELECT id, task_identifier FROM graphile_worker.jobs) AS named ON named.id = job.id
      WHERE job.payload->>'databaseId' = ${id}`;
    expect(jobs).toEqual([{ task_identifier: "provision-database" }]);
    await deleteDatabase(owner, { databaseId: id });
  });

  it("is refused to viewers, read-only keys, narrow keys and organisations without the flag, and leaves no row", async () => {
    const before = await service.db.database.count();
    for (const [actor, code] of refusedWriters(organisation)) {
      await expect(createDatabase(await service.context(actor), { name: "no" })).rejects.toMatchObject({ code });
    }
    expect(await service.db.database.count()).toBe(before);
  });

  it("EN-08: takes a name that another organisation uses", async () => {
    const other = await service.organisation();
    await createReadyDatabase(service, organisation.member.owner, "twice");
    await createReadyDatabase(service, other.member.owner, "twice");
  });

  it("answers 402 `limit_reached` at the plan's limit, and a deletion gives the place back", async () => {
    const small = await service.organisation("free");
    const ctx = await service.context(small.member.owner);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.push((await createDatabase(ctx, { name })).id);
    await expect(createDatabase(ctx, { name: "d" })).rejects.toMatchObject({ code: "limit_reached" });
    await deleteDatabase(ctx, { databaseId: ids[0] ?? "" });
    expect(await createDatabase(ctx, { name: "d" })).toMatchObject({ status: "provisioning" });
    await Promise.all((await listDatabases(ctx, {})).items.map(({ id }) => deleteDatabase(ctx, { databaseId: id })));
  });

  it("shows the reason when it could not be made, and the failed database can be deleted", async () => {
    const { id } = await createDatabase(owner, { name: "unlucky" });
    await failProvisioning(await service.worker(), id, "The host couldn't create the database.");
    expect(await getDatabase(owner, { databaseId: id })).toMatchObject({
      status: "failed",
      failureReason: "The host couldn't create the database.",
    });
    await expect(createBranch(owner, { databaseId: id, name: "of-failed" })).rejects.toMatchObject({
      code: "database_not_ready",
    });
    expect(await deleteDatabase(owner, { databaseId: id })).toEqual({ deleted: true, id, name: "unlucky" });
    expect(await violations()).toEqual([]);
  });

  it("answers `host_unavailable` when no host has room", async () => {
    await service.db.host.update({ where: { id: service.hostId }, data: { status: "draining" } });
    try {
      await expect(createDatabase(owner, { name: "no-room" })).rejects.toMatchObject({
        code: "host_unavailable",
        retryAfterSeconds: expect.any(Number),
      });
    } finally {
      await service.db.host.update({ where: { id: service.hostId }, data: { status: "active" } });
    }
  });
});

describe("reading databases", () => {
  it("lists databases and branches oldest first, to viewers and read-only keys too", async () => {
    const own = await service.organisation();
    const parent = await createReadyDatabase(service, own.member.owner, "first");
    const { branch } = await createBranch(await service.context(own.member.owner), {
      databaseId: parent,
      name: "second",
    });
    for (const actor of [own.member.viewer, keyActor(own.member.owner, { readOnly: true, managementApi: false })]) {
      const ctx = await service.context(actor);
      const { items } = await listDatabases(ctx, {});
      expect(items.map(({ id, name, status }) => [id, name, status])).toEqual([
        [parent, "first", "ready"],
        [branch.id, "second", "ready"],
      ]);
      expect(await getDatabase(ctx, { databaseId: parent })).toEqual(items[0]);
    }
  });

  it("a stranger's database and an unknown id are the same 404 `database_not_found`", async () => {
    const stranger = await service.organisation();
    const id = await createReadyDatabase(service, stranger.member.owner);
    const refusal = async (databaseId: string) =>
      getDatabase(owner, { databaseId }).then(
        () => null,
        ({ code, message, details }) => ({ code, message, details }),
      );
    expect(await refusal(id)).toMatchObject({ code: "database_not_found" });
    expect(await refusal(id)).toEqual(await refusal(NO_SUCH_DATABASE));
    expect((await listDatabases(owner, {})).items.map((item) => item.id)).not.toContain(id);
  });
});

describe("deleting a database", () => {
  it("takes database, role and row away for good, and is on record", async () => {
    const id = await createReadyDatabase(service, organisation.member.owner, "short-lived");
    expect(await deleteDatabase(owner, { databaseId: id })).toEqual({ deleted: true, id, name: "short-lived" });
    await expect(getDatabase(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    await expect(deleteDatabase(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    expect((await auditOf(id)).map(({ action }) => action).sort()).toEqual(["database.create", "database.delete"]);
    expect(await violations()).toEqual([]);
  });

  it("works while the database is still `provisioning`, and the late job makes nothing", async () => {
    const { id } = await createDatabase(owner, { name: "early" });
    await deleteDatabase(owner, { databaseId: id });
    await provisionDatabase(await service.worker(), { databaseId: id });
    expect(await violations()).toEqual([]);
  });

  it("works at the very moment the job makes it", async () => {
    const { id } = await createDatabase(owner, { name: "race" });
    let deletion: Promise<unknown> | null = null;
    const crashPoint = (point: string) => {
      if (point === "create.database_made_closed") deletion = deleteDatabase(owner, { databaseId: id });
    };
    await provisionDatabase(await service.worker({ crashPoint }), { databaseId: id });
    expect(await deletion).toMatchObject({ deleted: true, id });
    expect(await violations()).toEqual([]);
  });

  it("is refused to members who may not write; to strangers there is no such database; it stays", async () => {
    const stranger = await service.organisation();
    const id = await createReadyDatabase(service, organisation.member.owner, "kept");
    for (const [actor, code] of refusedWriters(organisation)) {
      const ctx = await service.context(actor);
      await expect(deleteDatabase(ctx, { databaseId: id })).rejects.toMatchObject({ code });
    }
    for (const actor of [stranger.member.owner, keyActor(stranger.member.owner)]) {
      const ctx = await service.context(actor);
      await expect(deleteDatabase(ctx, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    }
    expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ status: "ready" });
    expect(await service.db.auditEvent.count({ where: { targetId: id, action: "database.delete" } })).toBe(0);
  });
});

describe("names", () => {
  it("are unique over databases and branches, and free again after deletion", async () => {
    const parent = await createReadyDatabase(service, organisation.member.owner, "name-a");
    const { branch } = await createBranch(owner, { databaseId: parent, name: "name-b" });
    for (const name of ["name-a", "name-b"]) {
      await expect(createDatabase(owner, { name })).rejects.toMatchObject({ code: "name_taken" });
      await expect(createBranch(owner, { databaseId: parent, name })).rejects.toMatchObject({ code: "name_taken" });
    }
    expect(await createDatabase(owner, { name: "Name-A" })).toMatchObject({ name: "Name-A" });
    await deleteDatabase(owner, { databaseId: branch.id });
    expect(await createDatabase(owner, { name: "name-b" })).toMatchObject({ status: "provisioning" });
  });
});

describe("a repeated request", () => {
  const request = () => ({ key: crypto.randomUUID(), route: "createDatabase", hash: new Uint8Array(32) });

  it("RF-01: under the same Idempotency-Key gives the same database, before and after it is made", async () => {
    const claim = await claimIdempotencyKey(owner, request());
    const ctx = { ...owner, idempotencyRecordId: "recordId" in claim ? claim.recordId : null };
    const first = await createDatabase(ctx, { name: "once" });
    expect(await createDatabase(ctx, { name: "once" })).toEqual(first);
    await provisionDatabase(await service.worker(), { databaseId: first.id });
    expect(await createDatabase(ctx, { name: "once" })).toEqual(first);
    expect(await service.db.database.count({ where: { name: "once" } })).toBe(1);
  });

  it("makes a new database when the one it made has been deleted since", async () => {
    const claim = await claimIdempotencyKey(owner, request());
    const ctx = { ...owner, idempotencyRecordId: "recordId" in claim ? claim.recordId : null };
    const first = await createDatabase(ctx, { name: "again" });
    await provisionDatabase(await service.worker(), { databaseId: first.id });
    await deleteDatabase(owner, { databaseId: first.id });
    const second = await createDatabase(ctx, { name: "again" });
    expect(second).toMatchObject({ name: "again", status: "provisioning" });
    expect(second.id).not.toBe(first.id);
  });
});

describe("the reconciler", () => {
  it("makes every database whose job was lost", async () => {
    const { id } = await createDatabase(owner, { name: "job-lost" });
    const [report] = await reconcile(await service.worker());
    expect(report?.settled).toContainEqual(expect.objectContaining({ databaseId: id, outcome: "settled" }));
    expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ status: "ready" });
    expect(await violations()).toEqual([]);
  });
});
