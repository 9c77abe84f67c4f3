import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { reconcile } from "@/lib/jobs/reconcile";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { type WrittenByGuard, writeAsGuard } from "@/tests/support/guard";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();

let guard: WrittenByGuard;

beforeAll(async () => {
  await setPooler("pooler.example");
  guard = await writeAsGuard(service.cluster);
});

afterAll(async () => {
  await setPooler(null);
  await service.close();
});

async function setPooler(pooledHost: string | null): Promise<void> {
  await service.db.host.updateMany({ data: { pooledHost, pooledPort: 6432 } });
}

const newDatabase = () => createReadyDatabase(service, organisation.member.owner);
const reveal = (databaseId: string) => revealConnectionString(owner, { databaseId });

async function pooledOf(databaseId: string): Promise<string> {
  const { pooledConnectionString } = await reveal(databaseId);
  return pooledConnectionString ?? expect.fail("the host has no pooler");
}

/** Takes the pooler, which these tests do without, out of the way. */
async function past(pooled: string, databaseId: string): Promise<string> {
  const { host } = new URL((await reveal(databaseId)).connectionString);
  return Object.assign(new URL(pooled), { host }).href;
}

const onHost = async (text: string, values: unknown[] = []) =>
  (await asSuperuser(service.cluster, "postgres", (client) => client.query(text, values))).rows;

describe("the pooled connection string", () => {
  it("names a role of its own that acts as the database's, and stays the same", async () => {
    const id = await newDatabase();
    const pooled = await pooledOf(id);
    expect(pooled).toMatch(new RegExp(`^postgresql://sh_[0-9a-z]{20}:[0-9A-Za-z]{32}@pooler\\.example:6432/${id}$`));
    expect(await Promise.all(Array.from({ length: 5 }, () => pooledOf(id)))).toEqual(Array(5).fill(pooled));
    const { rows } = await asCustomer(await past(pooled, id), (client) => client.query("SELECT current_user AS role"));
    expect(rows).toEqual([{ role: id }]);
    expect(await violations()).toEqual([]);
  });

  it("is the same for all who ask for the first one at once", async () => {
    const id = await newDatabase();
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => pooledOf(id)))).size).toBe(1);
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(1);
  });

  it("is not there for a host without a pooler", async () => {
    const id = await newDatabase();
    await setPooler(null);
    try {
      expect((await reveal(id)).pooledConnectionString).toBeUndefined();
      expect((await rotateCredential(owner, { databaseId: id })).pooledConnectionString).toBeUndefined();
      expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(0);
    } finally {
      await setPooler("pooler.example");
    }
  });

  it.for(["pooled_role.journalled", "pooled_role.made"])("is made anew after a crash at %s", async (place) => {
    const id = await newDatabase();
    const ctx = await service.context(organisation.member.owner, {
      crashPoint: (point) => {
        if (point === place) throw new Error("the process has ended");
      },
    });
    await expect(revealConnectionString(ctx, { databaseId: id })).rejects.toThrow("ended");
    expect(await refusalOf(await past(await pooledOf(id), id))).toBeNull();
    await dropDueShellConnections(await service.worker());
    expect(await service.db.shellRole.count({ where: { databaseId: id } })).toBe(1);
    expect(await violations()).toEqual([]);
  });

  it("is made anew when its password was changed with SQL", async () => {
    const id = await newDatabase();
    const first = await pooledOf(id);
    await onHost(`ALTER ROLE ${new URL(first).username} PASSWORD 'changed by SQL'`);
    const second = await pooledOf(id);
    expect(second).not.toBe(first);
    expect(await refusalOf(await past(second, id))).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("is refused while the guard keeps the database closed, like the others", async () => {
    const id = await newDatabase();
    await guard.restrict({ databaseId: id, state: "closed", until: new Date("2026-05-04T14:05:00.000Z") });
    const pooled = await pooledOf(id);
    expect(await refusalOf(await past(pooled, id))).toBe("28000");
    await guard.empty();
  });

  it("doesn't count among temporary logins, and doesn't end with them", async () => {
    const id = await newDatabase();
    const pooled = await pooledOf(id);
    for (let nth = 0; nth < 5; nth += 1) await createShellConnection(owner, { databaseId: id });
    await dropDueShellConnections(await service.worker());
    await reconcile(await service.worker());
    expect(await pooledOf(id)).toBe(pooled);
  });
});

describe("rotating", () => {
  it("ends the pooled sessions, drops the role they came by, and makes another", async () => {
    const id = await newDatabase();
    const before = await past(await pooledOf(id), id);
    await asCustomer(before, async (session) => {
      await session.query("SET ROLE NONE; CREATE TABLE made_by_the_pooled_role ()");
      const rotated = await rotateCredential(owner, { databaseId: id });
      expect(rotated.terminatedConnections).toBe(1);
      await expect(session.query("SELECT 1")).rejects.toThrow();
      expect(await refusalOf(before)).toBe("28000");
      expect(await pooledOf(id)).toBe(rotated.pooledConnectionString);
      const owners = "SELECT tableowner AS owner FROM pg_tables WHERE tablename = 'made_by_the_pooled_role'";
      const after = await past(rotated.pooledConnectionString ?? "", id);
      expect((await asCustomer(after, (client) => client.query(owners))).rows).toEqual([{ owner: id }]);
    });
    expect(await onHost("SELECT rolname FROM pg_roles WHERE rolname = $1", [new URL(before).username])).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it("under the same Idempotency-Key gives the same two strings", async () => {
    const id = await newDatabase();
    const ctx = await service.context(organisation.member.owner, { idempotencyRecordId: "idem_pooled" });
    const rotated = await rotateCredential(ctx, { databaseId: id });
    expect(rotated.pooledConnectionString).toBeDefined();
    expect(await rotateCredential(ctx, { databaseId: id })).toEqual(rotated);
  });
});

it("a deleted database leaves no pooled role", async () => {
  const id = await newDatabase();
  const { username } = new URL(await pooledOf(id));
  await deleteDatabase(owner, { databaseId: id });
  expect(await onHost("SELECT rolname FROM pg_roles WHERE rolname = $1", [username])).toEqual([]);
  expect(await violations()).toEqual([]);
});
