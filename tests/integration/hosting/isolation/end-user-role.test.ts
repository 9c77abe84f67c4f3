import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { endUserRoleOf } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { reconcile } from "@/lib/jobs/reconcile";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  openHostingService,
} from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";

let service: HostingService;
let owner: Context;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  owner = await service.context(member.owner);
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  await ensure(databaseId);
  const role = endUserRoleOf(databaseId);
  await asOwner(`create table notes (id int primary key, author text);
    insert into notes values (1, 'usr_a'), (2, 'usr_b');
    alter table notes enable row level security;
    grant select on notes to app_users;
    create policy all_users on notes for select to app_users using (author = 'usr_a');
    create table named (a int); alter table named enable row level security;
    create policy by_name on named for select to ${role} using (true);
    grant create on schema public to ${role};
    create table theirs (a int); alter table theirs owner to ${role}`);
});

afterAll(() => service.close());

const ensure = async (id: string) =>
  (await owner.hosts.get(service.hostId)).withLock([id], (session) => session.ensureEndUserRole(id));

async function asOwner(text: string, id = databaseId): Promise<pg.QueryResult> {
  const { connectionString } = await revealConnectionString(owner, { databaseId: id });
  return asCustomer(connectionString, (client) => client.query(text));
}

const superuser = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  asSuperuser(service.cluster, "postgres", async (client) => (await client.query<T>(text, values)).rows);

/**
 * Returns the rows that a user of the app is shown, in a session of the database's role that acts as the end-user role.
 */
async function asEndUser(text: string, id = databaseId) {
  const { connectionString } = await revealConnectionString(owner, { databaseId: id });
  return asCustomer(connectionString, async (client) => {
    await client.query(`SET ROLE ${endUserRoleOf(id)}`);
    return (await client.query(text)).rows;
  });
}

describe("the end-user role of a database", () => {
  it("cannot log in, has no right of the database's role, and gives that role none of its own", async () => {
    const role = endUserRoleOf(databaseId);
    const [facts] = await superuser(
      `SELECT rolcanlogin OR rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS attributes,
         pg_has_role($1, $2, 'MEMBER') AS "isMemberOfOwner", pg_has_role($2, $1, 'USAGE') AS "ownerInherits",
         pg_has_role($2, $1, 'SET') AS "ownerActsAsIt", pg_has_role($1, 'app_users', 'USAGE') AS "isAppUser",
         pg_has_role($2, 'app_users', 'SET') AS "ownerActsAsAll"
       FROM pg_roles WHERE rolname = $1`,
      [role, databaseId],
    );
    expect(facts).toEqual({
      attributes: false,
      isMemberOfOwner: false,
      ownerInherits: false,
      ownerActsAsIt: true,
      isAppUser: true,
      ownerActsAsAll: false,
    });
  });

  it("is bound by row-level security, and reads only granted tables", async () => {
    expect(await asEndUser("select id from notes")).toEqual([{ id: 1 }]);
    await asOwner("create table secret (a int)");
    await expect(asEndUser("select * from secret")).rejects.toThrow(/permission denied/);
  });

  it("is another one's in a branch, whose policies and tables name the parent no more", async () => {
    const { branch } = await createBranch(owner, { databaseId, name: "copy" });
    expect(await asEndUser("select id from notes", branch.id)).toEqual([{ id: 1 }]);
    const named = await asOwner(
      "select polroles::regrole[]::text as roles from pg_policy where polname = 'by_name'",
      branch.id,
    );
    expect(named.rows).toEqual([{ roles: `{${endUserRoleOf(branch.id)}}` }]);
    await asOwner("drop table theirs", branch.id);
    await expect(asOwner(`set role ${endUserRoleOf(databaseId)}`, branch.id)).rejects.toThrow(/permission denied/);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
    await deleteDatabase(owner, { databaseId: branch.id });
    expect(await superuser("SELECT FROM pg_roles WHERE rolname = $1", [endUserRoleOf(branch.id)])).toEqual([]);
  });

  it("stays through a restore and a rotation", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "here" });
    await restoreInPlace(owner, { databaseId, restorePointId: point.id });
    await rotateCredential(owner, { databaseId });
    expect(await asEndUser("select id from notes")).toEqual([{ id: 1 }]);
  });

  it("is made once by all who need it at the same time, and is no orphan", async () => {
    const id = await createReadyDatabase(service, owner.actor);
    for (const made of await Promise.allSettled([id, id, id].map(ensure))) expect(made.status).toBe("fulfilled");
    expect(await asEndUser("select 1 as one", id)).toEqual([{ one: 1 }]);
    expect(await reconcile(await service.worker())).toMatchObject([{ orphans: [], missing: [] }]);
  });

  it("goes with its database, also where a neighbour has granted it something", async () => {
    const id = await createReadyDatabase(service, owner.actor);
    await ensure(id);
    await asOwner(`grant select on notes to ${endUserRoleOf(id)}`);
    await deleteDatabase(owner, { databaseId: id });
    expect(await superuser("SELECT FROM pg_roles WHERE rolname = $1", [endUserRoleOf(id)])).toEqual([]);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });
});
