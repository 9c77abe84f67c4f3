import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { listDatabases } from "@/lib/hosting/databases/list";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import type { OperationKind } from "@/lib/hosting/operations/journal";
import { claimIdempotencyKey } from "@/lib/http/api/idempotency";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";
import { restart } from "./restart";
import { findCrashingProcess } from "./run-process";

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
  const { id } = await createDatabase(ctx, { name: "recorded" });
  await provisionDatabase(await service.worker({ crashPoint }), { databaseId: id });
  const { branch } = await createBranch(ctx, { databaseId: id, name: "recorded-branch" });
  await rotateCredential(ctx, { databaseId: id });
  await deleteDatabase(owner, { databaseId: branch.id });
  await deleteDatabase(ctx, { databaseId: id });
  return passed;
}

function pointsOf(kind: OperationKind): string[] {
  return points.filter((point) => point.startsWith(`${kind}.`));
}

const reveal = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;

interface Request {
  key: string;
  route: string;
  hash: Uint8Array<ArrayBuffer>;
}

/** The context of a request with an Idempotency-Key, as the route makes it. */
async function withKey(request: Request): Promise<Context & { idempotencyRecordId: string }> {
  const claim = await claimIdempotencyKey(owner, request);
  if (!("recordId" in claim)) throw new Error("the key has an answer already");
  return { ...owner, idempotencyRecordId: claim.recordId };
}

function newRequest(route: string): Request {
  return { key: crypto.randomUUID(), route, hash: new Uint8Array(32) };
}

const task = (
  kind: OperationKind,
  rest: { databaseId?: string; name?: string; idempotencyRecordId?: string } = {},
) => ({
  ...{ kind, actor: member.owner, idempotencyRecordId: null, databaseId: "", name: "" },
  ...rest,
});

it("every operation has a crash point before its first step, after each step and at its end", () => {
  expect(new Set(points)).toHaveLength(points.length);
  const counts = (["create", "branch", "rotate", "delete"] as const).map((kind) => [kind, pointsOf(kind).length]);
  expect(Object.fromEntries(counts)).toEqual({ create: 8, branch: 12, rotate: 5, delete: 8 });
  for (const kind of ["create", "branch", "rotate", "delete"] as const) {
    expect(pointsOf(kind)[0]).toBe(`${kind}.journalled`);
    expect(pointsOf(kind).at(-1)).toMatch(/\.(ready|done)$/);
  }
});

it("a point that is never reached fails the test", async () => {
  const missed = program.crashAt(service, "create.no_such_point", task("create", { name: "missed" }));
  await expect(missed).rejects.toThrow("was not reached: exit code 0");
});

describe("RF-01: killed while creating", () => {
  it.for(pointsOf("create"))(
    "at %s: the restart makes it ready, and a retry answers with the same database",
    async (point) => {
      const request = newRequest("createDatabase");
      const { idempotencyRecordId } = await withKey(request);
      await program.crashAt(service, point, task("create", { name: point, idempotencyRecordId }));
      const { id } = await service.db.database.findFirstOrThrow({ where: { name: point } });
      await expectClosedToPublic(id);
      await restart(service);
      expect(await violations()).toEqual([]);
      const retried = await createDatabase(await withKey(request), { name: point });
      expect(retried).toMatchObject({ id, name: point });
      expect(await getDatabase(owner, { databaseId: id })).toMatchObject({ status: "ready" });
      expect(await service.db.database.count({ where: { name: point } })).toBe(1);
      await asCustomer(await reveal(id), (client) => client.query("CREATE TABLE t (id int)"));
    },
  );
});

/** At no moment may another role connect: the database is not there, closed, or PUBLIC has no right on it. */
async function expectClosedToPublic(id: string): Promise<void> {
  await asSuperuser(service.cluster, "postgres", async (client) => {
    const { rows } = await client.query(
      `SELECT datallowconn AS open, EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE grantee = 0) AS public
       FROM pg_database WHERE datname = $1`,
      [id],
    );
    expect(rows.filter((row) => row.open && row.public)).toEqual([]);
  });
}

describe("RF-02: killed while branching", () => {
  it.for(pointsOf("branch"))(
    "at %s: the source is open again, the branch is finished or gone, and a retry works",
    async (point) => {
      const source = await createReadyDatabase(service, member.owner);
      const url = await reveal(source);
      await asCustomer(url, (client) => client.query("CREATE TABLE t AS SELECT 7 AS n"));
      const request = newRequest("createBranch");
      const { idempotencyRecordId } = await withKey(request);
      const name = `${point}-branch`;
      await program.crashAt(service, point, task("branch", { databaseId: source, name, idempotencyRecordId }));
      const half = await service.db.database.findFirstOrThrow({ where: { name } });
      await expectClosedToPublic(half.id);
      await restart(service);
      expect(await violations()).toEqual([]);
      await asCustomer(url, (client) => client.query("INSERT INTO t VALUES (8)"));
      await letLeaseEnd(idempotencyRecordId);
      const { branch } = await createBranch(await withKey(request), { databaseId: source, name });
      expect(branch.id === half.id).toBe(point === "branch.ready");
      expect(await service.db.database.count({ where: { name } })).toBe(1);
      await asCustomer(await reveal(branch.id), (client) => client.query("DROP TABLE t"));
      expect(await violations()).toEqual([]);
    },
  );
});

/** A minute after its process was lost, an undone request may be tried again. */
async function letLeaseEnd(id: string): Promise<void> {
  await service.db.idempotencyRecord.update({ where: { id }, data: { lockedUntil: new Date(0) } });
}

describe("RF-03: killed while rotating", () => {
  it.for(pointsOf("rotate"))(
    "at %s: one credential works, it is the one revealed, and the old sessions are ended",
    async (point) => {
      const id = await createReadyDatabase(service, member.owner);
      const before = await reveal(id);
      await asCustomer(before, async (session) => {
        await session.query("SELECT 1");
        await program.crashAt(service, point, task("rotate", { databaseId: id }));
        await restart(service);
        await expect(session.query("SELECT 1")).rejects.toThrow();
      });
      expect(await violations()).toEqual([]);
      const after = await reveal(id);
      expect(after).not.toBe(before);
      expect(await refusalOf(before)).toBe("28P01");
      expect(await refusalOf(after)).toBeNull();
    },
  );
});

describe("RF-04: killed while deleting", () => {
  it.for(pointsOf("delete"))("at %s: the id answers 404 from then on, and nothing of it is left", async (point) => {
    const id = await createReadyDatabase(service, member.owner, point);
    await program.crashAt(service, point, task("delete", { databaseId: id }));
    const gone = { code: "database_not_found" };
    for (const verb of [getDatabase, revealConnectionString, rotateCredential, deleteDatabase]) {
      await expect(verb(owner, { databaseId: id })).rejects.toMatchObject(gone);
    }
    expect((await listDatabases(owner, {})).items.map((item) => item.id)).not.toContain(id);
    await restart(service);
    expect(await violations()).toEqual([]);
    expect(await service.db.database.count({ where: { id } })).toBe(0);
    await createReadyDatabase(service, member.owner, point);
  });

  it("amid the DROP itself: a database that PostgreSQL left half-dropped is dropped", async () => {
    const id = await createReadyDatabase(service, member.owner);
    await program.crashAt(service, "delete.database_closed", task("delete", { databaseId: id }));
    await asSuperuser(service.cluster, "postgres", (client) =>
      client.query("UPDATE pg_database SET datconnlimit = -2 WHERE datname = $1", [id]),
    );
    expect(await violations()).toContainEqual({ rule: "broken_database", subject: id });
    await restart(service);
    expect(await violations()).toEqual([]);
  });
});
