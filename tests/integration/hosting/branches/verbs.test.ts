import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { listBranches } from "@/lib/hosting/branches/list";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { reconcile } from "@/lib/jobs/reconcile";
import { keyActor } from "@/tests/support/context";
import { createReadyDatabase, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
let parent: string;

beforeAll(async () => {
  parent = await createReadyDatabase(service, organisation.member.owner, "main");
});

afterAll(() => service.close());

describe("branching", () => {
  it("answers with the finished branch and the copy's time, and is on record", async () => {
    const made = await createBranch(owner, { databaseId: parent, name: "first" });
    expect(made).toEqual({
      branch: {
        id: expect.stringMatching(/^db_[0-9a-z]{20}$/),
        name: "first",
        parentDatabaseId: parent,
        parentName: "main",
        branchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        branchMethod: "sameClusterClone",
      },
      fileCopyMethod: service.cluster.sharesBlocks ? "clone" : "copy",
      cloneMilliseconds: expect.any(Number),
      terminatedBackends: 0,
    });
    expect(await getDatabase(owner, { databaseId: made.branch.id })).toMatchObject({ status: "ready", name: "first" });
    expect(await service.db.auditEvent.findMany({ where: { targetId: made.branch.id } })).toEqual([
      expect.objectContaining({
        action: "database.branch",
        actorId: organisation.member.owner.id,
        data: { name: "first", parentDatabaseId: parent },
      }),
    ]);
    expect((await listBranches(owner, { databaseId: parent })).items).toEqual([
      { ...made.branch, status: "ready", failureReason: null, hostKind: "shared", createdAt: made.branch.branchedAt },
    ]);
    expect(await violations()).toEqual([]);
  });

  it("is refused to viewers, read-only keys, narrow keys and organisations without the flag; a stranger gets 404", async () => {
    const stranger = await service.organisation();
    const { member } = organisation;
    const refusals: [Actor, string][] = [
      [member.viewer, "missing_permission"],
      [keyActor(member.viewer), "missing_permission"],
      [keyActor(member.owner, { readOnly: true }), "read_only_key"],
      [keyActor(member.owner, { databaseId: parent }), "key_scope_too_narrow"],
      [keyActor(member.owner, { managementApi: false }), "management_not_enabled"],
      [stranger.member.owner, "database_not_found"],
      [keyActor(stranger.member.owner), "database_not_found"],
    ];
    const before = await service.db.database.count();
    for (const [actor, code] of refusals) {
      const ctx = await service.context(actor);
      await expect(createBranch(ctx, { databaseId: parent, name: "no" })).rejects.toMatchObject({ code });
    }
    const foreign = await service.context(stranger.member.owner);
    await expect(listBranches(foreign, { databaseId: parent })).rejects.toMatchObject({ code: "database_not_found" });
    await expect(createBranch(owner, { databaseId: NO_SUCH_DATABASE, name: "no" })).rejects.toMatchObject({
      code: "database_not_found",
    });
    expect(await service.db.database.count()).toBe(before);
  });

  it("answers 409 `database_not_ready` while the parent is not made yet", async () => {
    const { id } = await createDatabase(owner, { name: "unborn" });
    const refused = { code: "database_not_ready", retryAfterSeconds: expect.any(Number) };
    await expect(createBranch(owner, { databaseId: id, name: "no" })).rejects.toMatchObject(refused);
    expect(await service.db.database.count({ where: { name: "no" } })).toBe(0);
    await deleteDatabase(owner, { databaseId: id });
  });

  it("waits for a parent that is being made at this moment, and then copies it", async () => {
    const { id } = await createDatabase(owner, { name: "coming" });
    let branching: ReturnType<typeof createBranch> | null = null;
    const crashPoint = (point: string) => {
      if (point === "create.role_made") branching = createBranch(owner, { databaseId: id, name: "of-coming" });
    };
    await provisionDatabase(await service.worker({ crashPoint }), { databaseId: id });
    expect(await branching).toMatchObject({ branch: { parentDatabaseId: id } });
  });

  it("answers 402 `limit_reached` at the plan's limit; deleting a branch gives back a branch, not a database", async () => {
    const { member } = await service.organisation("free");
    const ctx = await service.context(member.owner);
    const databases: string[] = [];
    for (const name of ["a", "b", "c"]) databases.push(await createReadyDatabase(service, member.owner, name));
    const source = { databaseId: databases[0] ?? "" };
    const branches: string[] = [];
    for (const name of ["1", "2", "3", "4", "5"])
      branches.push((await createBranch(ctx, { ...source, name })).branch.id);
    await expect(createBranch(ctx, { ...source, name: "6" })).rejects.toMatchObject({ code: "limit_reached" });
    await deleteDatabase(ctx, { databaseId: branches[0] ?? "" });
    await expect(createDatabase(ctx, { name: "d" })).rejects.toMatchObject({ code: "limit_reached" });
    expect((await createBranch(ctx, { ...source, name: "6" })).branch.name).toBe("6");
    await deleteDatabase(ctx, { databaseId: databases[1] ?? "" });
    await expect(createBranch(ctx, { ...source, name: "7" })).rejects.toMatchObject({ code: "limit_reached" });
    await createReadyDatabase(service, member.owner, "d");
    expect(await violations()).toEqual([]);
  });

  it("a deleted branch is gone from its parent's list, and the name is free for the next", async () => {
    const source = await createReadyDatabase(service, organisation.member.owner);
    const { branch } = await createBranch(owner, { databaseId: source, name: "reused" });
    await deleteDatabase(owner, { databaseId: branch.id });
    expect(await listBranches(owner, { databaseId: source })).toEqual({ items: [] });
    const again = await createBranch(owner, { databaseId: source, name: "reused" });
    expect(again.branch.id).not.toBe(branch.id);
  });

  it("under the same Idempotency-Key answers with the branch it made already, and makes no second one", async () => {
    const ctx = await service.context(organisation.member.owner, { idempotencyRecordId: "idem_branch" });
    const made = await createBranch(ctx, { databaseId: parent, name: "repeated" });
    expect(await createBranch(ctx, { databaseId: parent, name: "repeated" })).toEqual(made);
    expect(await service.db.database.count({ where: { name: "repeated" } })).toBe(1);
  });
});

describe("a half-made branch", () => {
  class Interruption extends Error {}

  /** Leaves the journal and the host as they are at `point`, as a process does that ends there. */
  async function interruptAt(point: string, name: string) {
    const crashPoint = (reached: string) => {
      if (reached === point) throw new Interruption();
    };
    const ctx = await service.context(organisation.member.owner, { crashPoint });
    // Undoing needs the host, which is as good as gone for a process that ended.
    const hosts = { minimumVersionNum: 0, get: async (hostId: string) => withoutUndo(await ctx.hosts.get(hostId)) };
    await expect(createBranch({ ...ctx, hosts }, { databaseId: parent, name })).rejects.toThrow(Interruption);
    return service.db.database.findFirstOrThrow({ where: { name } });
  }

  function withoutUndo(host: Awaited<ReturnType<Context["hosts"]["get"]>>): typeof host {
    return {
      ...host,
      withLock: (ids, work) =>
        host.withLock(ids, (session) =>
          work(
            new Proxy(session, {
              get: (target, method) => {
                if (method === "dropDatabase") throw new Error("the process has ended");
                const value = Reflect.get(target, method);
                return typeof value === "function" ? value.bind(target) : value;
              },
            }),
          ),
        ),
    };
  }

  it("keeps its parent from being deleted until it is undone, since it holds objects of the parent's role", async () => {
    parent = await createReadyDatabase(service, organisation.member.owner);
    const half = await interruptAt("branch.cloned_closed", "half");
    for (const databaseId of [parent, half.id]) {
      await expect(deleteDatabase(owner, { databaseId })).rejects.toMatchObject({ code: "database_not_ready" });
    }
    await reconcile(await service.worker());
    await expect(getDatabase(owner, { databaseId: half.id })).rejects.toMatchObject({ code: "database_not_found" });
    await deleteDatabase(owner, { databaseId: parent });
    expect(await violations()).toEqual([]);
  });
});
