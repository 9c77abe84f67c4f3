import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { reconcile } from "@/lib/jobs/reconcile";
import { asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
let neighbour: pg.Client;

beforeAll(async () => {
  const id = await createReadyDatabase(service, organisation.member.owner);
  neighbour = new pg.Client({ connectionString: await urlOf(id) });
  await neighbour.connect();
  await neighbour.query("SET idle_in_transaction_session_timeout = 0; CREATE TABLE bait (id int)");
});

afterAll(async () => {
  await neighbour.end();
  await service.close();
});

const urlOf = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;
const newDatabase = () => createReadyDatabase(service, organisation.member.owner);

async function roleOf(id: string): Promise<{ canLogin: boolean } | undefined> {
  return asSuperuser(service.cluster, "postgres", async (client) => {
    const { rows } = await client.query('SELECT rolcanlogin AS "canLogin" FROM pg_roles WHERE rolname = $1', [id]);
    return rows[0];
  });
}

/** The ways in which a neighbour keeps a role, whose name it knows, from being dropped. */
const TRAPS: Record<string, (role: string) => string[]> = {
  "a policy for it and a lock on the table": (role) => [
    `CREATE POLICY p ON bait TO "${role}"`,
    "BEGIN",
    "LOCK TABLE bait IN ACCESS EXCLUSIVE MODE",
  ],
  "a grant to it that is not committed": (role) => ["BEGIN", `GRANT SELECT ON bait TO "${role}"`],
};

it.for(Object.entries(TRAPS))(
  "PG-12: a neighbour with %s does not keep a database from being deleted",
  async ([, statements]) => {
    const id = await newDatabase();
    const url = await urlOf(id);
    const { branch } = await createBranch(owner, { databaseId: id, name: `held-${id.slice(-12)}` });
    for (const statement of statements(id)) await neighbour.query(statement);
    expect(await deleteDatabase(owner, { databaseId: id })).toMatchObject({ deleted: true, id });
    await expect(getDatabase(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
    expect(await refusalOf(url)).toBe("28000");
    expect(await roleOf(id)).toEqual({ canLogin: false });
    const [held] = await reconcile(await service.worker());
    expect(held?.settled).toMatchObject([{ kind: "delete", databaseId: id, outcome: "running" }]);
    await neighbour.query("ROLLBACK");
    const [free] = await reconcile(await service.worker());
    expect(free?.settled).toMatchObject([{ kind: "delete", databaseId: id, outcome: "settled" }]);
    expect(await roleOf(id)).toBeUndefined();
    await deleteDatabase(owner, { databaseId: branch.id });
    expect(await violations()).toEqual([]);
  },
);

it.for(Object.entries(TRAPS))(
  "PG-12: a neighbour with %s does not keep a credential from being rotated, or a database from being branched",
  async ([, statements]) => {
    const id = await newDatabase();
    const shell = await createShellConnection(owner, { databaseId: id });
    const { username } = new URL(shell.connectionString);
    for (const role of [username, id]) {
      await neighbour.query("ROLLBACK");
      await neighbour.query("DROP POLICY IF EXISTS p ON bait");
      for (const statement of statements(role)) await neighbour.query(statement);
      const { connectionString } = await rotateCredential(owner, { databaseId: id });
      expect(await refusalOf(connectionString)).toBeNull();
      expect(await refusalOf(shell.connectionString)).not.toBeNull();
      const { branch } = await createBranch(owner, { databaseId: id, name: `of-${role.slice(-12)}` });
      await deleteDatabase(owner, { databaseId: branch.id });
    }
    await neighbour.query("ROLLBACK");
    await dropDueShellConnections(await service.worker());
    expect(await roleOf(username)).toBeUndefined();
    await deleteDatabase(owner, { databaseId: id });
    expect(await violations()).toEqual([]);
  },
);

it("PG-12: a holder of the credential cannot keep it from being rotated by altering the role themselves", async () => {
  const id = await newDatabase();
  const url = await urlOf(id);
  const thief = new pg.Client({ connectionString: url });
  thief.on("error", () => {});
  await thief.connect();
  await thief.query("SET idle_in_transaction_session_timeout = 0; BEGIN; ALTER ROLE CURRENT_USER SET work_mem = '5MB'");
  const { connectionString } = await rotateCredential(owner, { databaseId: id });
  expect(await refusalOf(url)).toBe("28P01");
  expect(await refusalOf(connectionString)).toBeNull();
  await thief.end().catch(() => {});
  await deleteDatabase(owner, { databaseId: id });
  expect(await violations()).toEqual([]);
});
