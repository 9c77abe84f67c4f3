import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import { createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { asCustomer, asSuperuser, createReadyDatabase, refusalOf, toDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
let databaseId: string;
let url: string;

beforeEach(async () => {
  databaseId = await createReadyDatabase(service, organisation.member.owner);
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
  await asCustomer(url, (client) => client.query("CREATE TABLE note (text text); INSERT INTO note VALUES ('first')"));
});

afterAll(() => service.close());

const notes = (at = url) =>
  asCustomer(at, async (client) =>
    (await client.query("SELECT text FROM note ORDER BY text")).rows.map((row) => row.text),
  );
const write = (text: string) => asCustomer(url, (client) => client.query("INSERT INTO note VALUES ($1)", [text]));

/** A host whose clones are followed by a customer's write, before anything else is done. */
function onceCopied(host: DatabaseHost, customer: { write: () => Promise<unknown>; copied: number }): DatabaseHost {
  const watched = (session: HostSession) =>
    replaced(session, "cloneDatabase", async (sourceId: string, id: string) => {
      const result = await session.cloneDatabase(sourceId, id);
      await customer.write();
      customer.copied += 1;
      return result;
    });
  return replaced(host, "withLock", (ids, work) => host.withLock(ids, (session) => work(watched(session))));
}

function replaced<T extends object, Key extends keyof T>(target: T, key: Key, value: T[Key]): T {
  return new Proxy(target, {
    get: (_, method) => {
      if (method === key) return value;
      const own = Reflect.get(target, method);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}

describe("restoring in place", () => {
  it("brings the old data back under the same connection string, and keeps the state before", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "before the change" });
    await write("second");
    const { beforeRestorePointId } = await restoreInPlace(owner, { databaseId, restorePointId: point.id });
    expect(await notes()).toEqual(["first"]);
    await asCustomer(url, (client) => client.query("ALTER TABLE note ADD COLUMN owned boolean; DROP TABLE note"));
    await restoreInPlace(owner, { databaseId, restorePointId: beforeRestorePointId });
    expect(await notes()).toEqual(["first", "second"]);
    await restoreInPlace(owner, { databaseId, restorePointId: point.id });
    expect(await notes()).toEqual(["first"]);
    const { items } = await listRestorePoints(owner, { databaseId });
    expect(items.map(({ name, origin, status }) => ({ name, origin, status }))).toEqual([
      { name: "Before restore (before the change)", origin: "before-restore", status: "ready" },
      { name: "Before undoing a restore", origin: "before-restore", status: "ready" },
      { name: "Before restore (before the change)", origin: "before-restore", status: "ready" },
      { name: "before the change", origin: "manual", status: "ready" },
    ]);
    expect(items.every(({ sizeBytes }) => sizeBytes !== null && sizeBytes > 1_000_000)).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it("keeps the role's own settings in the database, lists of names and odd values among it", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "plain" });
    await asCustomer(url, async (client) => {
      const alter = `ALTER ROLE "${databaseId}" IN DATABASE "${databaseId}" SET`;
      await client.query(`CREATE SCHEMA "a, ""b"""`);
      await client.query(`${alter} search_path TO "$user", 'a, "b"', public`);
      await client.query(`${alter} application_name TO 'it''s = \\ fine'`);
      await client.query(`${alter} "DateStyle" TO 'German, DMY'`);
    });
    await restoreInPlace(owner, { databaseId, restorePointId: point.id });
    await asCustomer(url, async (client) => {
      expect((await client.query("SHOW search_path")).rows[0].search_path).toBe('"$user", "a, ""b""", public');
      expect((await client.query("SHOW application_name")).rows[0].application_name).toBe("it's = \\ fine");
      expect((await client.query("SHOW datestyle")).rows[0].DateStyle).toBe("German, DMY");
    });
    const settings = await asSuperuser(service.cluster, "postgres", async (client) => {
      const { rows } = await client.query(
        `SELECT datname, setconfig::text[] AS config FROM pg_db_role_setting JOIN pg_database ON oid = setdatabase
         WHERE setrole = $1::text::regrole ORDER BY datname = $1::text DESC`,
        [databaseId],
      );
      return rows;
    });
    expect(settings).toHaveLength(2);
    expect(settings[0]).toEqual({ datname: databaseId, config: settings[1].config });
    expect(await violations()).toEqual([]);
  });

  it("lets the database be used until the restore point is copied, and keeps meanwhile writes", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "old" });
    const session = { write: () => write("late"), copied: 0 };
    const ctx = {
      ...owner,
      hosts: {
        minimumVersionNum: 0,
        get: async (hostId: string) => onceCopied(await owner.hosts.get(hostId), session),
      },
    };
    const { beforeRestorePointId } = await restoreInPlace(ctx, { databaseId, restorePointId: point.id });
    expect(session.copied).toBe(1);
    expect(await notes()).toEqual(["first"]);
    await restoreInPlace(owner, { databaseId, restorePointId: beforeRestorePointId });
    expect(await notes()).toEqual(["first", "late"]);
  });

  it("has no connection limit, and ends the sessions of before", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "limits" });
    await asCustomer(url, async (client) => {
      await client.query("SELECT 1");
      await restoreInPlace(owner, { databaseId, restorePointId: point.id });
      await expect(client.query("SELECT 1")).rejects.toThrow(/terminat|not queryable|closed/i);
    });
    const limits = await asSuperuser(service.cluster, "postgres", async (client) => {
      return (await client.query("SELECT datconnlimit FROM pg_database WHERE datname = $1", [databaseId])).rows;
    });
    expect(limits).toEqual([{ datconnlimit: -1 }]);
  });
});

describe("a restore point", () => {
  it("is nothing a customer can connect to, neither its own nor another one", async () => {
    const { copyId } = await createRestorePoint(owner, { databaseId, name: "hidden" });
    const other = await createReadyDatabase(service, organisation.member.owner);
    const foreign = (await revealConnectionString(owner, { databaseId: other })).connectionString;
    expect(await refusalOf(toDatabase(url, copyId))).toMatch(/^(28000|55000|42501)$/);
    expect(await refusalOf(toDatabase(foreign, copyId))).toMatch(/^(28000|55000|42501)$/);
    expect(await violations()).toEqual([]);
  });

  it("becomes a branch with its own role, which owns all of it, while the database goes on undisturbed", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "origin" });
    await write("second");
    const branch = await asCustomer(url, async (client) => {
      const made = await createBranchFrom(owner, { databaseId, restorePointId: point.id, name: "from-point" });
      expect((await client.query("SELECT count(*)::int AS n FROM note")).rows).toEqual([{ n: 2 }]);
      return made.branch;
    });
    expect(branch).toMatchObject({ name: "from-point", parentDatabaseId: databaseId });
    const { connectionString } = await revealConnectionString(owner, { databaseId: branch.id });
    expect(await notes(connectionString)).toEqual(["first"]);
    await asCustomer(connectionString, (client) => client.query("ALTER TABLE note ADD COLUMN n int; DROP TABLE note"));
    expect(await violations()).toEqual([]);
    await deleteRestorePoint(owner, { databaseId, restorePointId: point.id });
    await deleteDatabase(owner, { databaseId });
    expect(await refusalOf(connectionString)).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("goes with its database, whose role owns its content", async () => {
    await createRestorePoint(owner, { databaseId, name: "one" });
    const { id } = await createRestorePoint(owner, { databaseId, name: "two" });
    await restoreInPlace(owner, { databaseId, restorePointId: id });
    await deleteDatabase(owner, { databaseId });
    expect(await service.db.restorePoint.count({ where: { databaseId } })).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it("keeps no other customer's role from being dropped, with any grants to it inside", async () => {
    const other = await createReadyDatabase(service, organisation.member.owner);
    await asCustomer(url, (client) => client.query(`GRANT SELECT ON note TO "${other}"`));
    const { id } = await createRestorePoint(owner, { databaseId, name: "with a grant" });
    await deleteDatabase(owner, { databaseId: other });
    expect(await violations()).toEqual([]);
    await restoreInPlace(owner, { databaseId, restorePointId: id });
    expect(await notes()).toEqual(["first"]);
  });

  it("is deleted with its files, once", async () => {
    const { id, copyId } = await createRestorePoint(owner, { databaseId, name: "short-lived" });
    await deleteRestorePoint(owner, { databaseId, restorePointId: id });
    const again = deleteRestorePoint(owner, { databaseId, restorePointId: id });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
    const left = await asSuperuser(service.cluster, "postgres", (client) =>
      client.query("SELECT 1 FROM pg_database WHERE datname = $1", [copyId]),
    );
    expect(left.rowCount).toBe(0);
    expect(await violations()).toEqual([]);
  });
});
