import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { endUserRoleOf, functionRoleOf } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { reconcile } from "@/lib/jobs/reconcile";
import { openFunctionDatabase } from "@/lib/services/functions/open-database";
import { takeOverMadeByFunctions } from "@/lib/services/functions/take-over-made";
import { listSessions } from "@/lib/sql/activity/list-sessions";
import { createSqlParts } from "@/lib/sql/over-http/context";
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
  await asOwner(`create table notes (id int primary key, author text);
    insert into notes values (1, 'a'), (2, 'b');
    alter table notes enable row level security;
    create table plain (id serial primary key, text text);
    create function answer() returns int language sql as 'select 42'`);
  await (await owner.hosts.get(service.hostId)).withLock([databaseId], (session) =>
    session.ensureEndUserRole(databaseId),
  );
  await signIn(databaseId);
});

afterAll(() => service.close());

const context = async () => ({ ...(await service.worker()), ...createSqlParts(service.db) });

/** Signs in as a function does, which makes the role. */
const signIn = async (id: string) => openFunctionDatabase(await context(), { databaseId: id, functionId: "fn_none" });

const connectionString = async (id: string) =>
  (await revealConnectionString(owner, { databaseId: id })).connectionString;

const asOwner = async (text: string, id = databaseId): Promise<pg.QueryResult> =>
  asCustomer(await connectionString(id), (client) => client.query(text));

const superuser = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  asSuperuser(service.cluster, "postgres", async (client) => (await client.query<T>(text, values)).rows);

/**
 * Runs statements as a function could, in a session of the function role of one database, by default in that database.
 */
async function asFunction(text: string, id = databaseId, { into = id, password = "" } = {}): Promise<pg.QueryResult> {
  const url = new URL(await connectionString(id));
  url.username = functionRoleOf(id);
  url.password = password || (await context()).sealer.mac(id, "function-role");
  url.pathname = `/${into}`;
  return asCustomer(url.href, (client) => client.query(text));
}

const ownerOf = async (table: string, id = databaseId) =>
  (await asOwner(`select tableowner as name from pg_tables where tablename = '${table}'`, id)).rows[0]?.name;

describe("the function role of a database", () => {
  it("has the privileges of the database's role, and cannot act as it", async () => {
    const [facts] = await superuser(
      `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS attributes, rolconnlimit AS most,
         pg_has_role($1, $2, 'USAGE') AS "hasItsRights", pg_has_role($1, $2, 'SET') AS "actsAsIt",
         pg_has_role($1, $2, 'MEMBER WITH ADMIN OPTION') AS "givesIt", pg_has_role($2, $1, 'MEMBER') AS "ownerIsMember"
       FROM pg_roles WHERE rolname = $1`,
      [functionRoleOf(databaseId), databaseId],
    );
    const none = { attributes: false, actsAsIt: false, givesIt: false, ownerIsMember: false };
    expect(facts).toEqual({ ...none, most: 20, hasItsRights: true });
  });

  it("reads and writes the tables of the database's role, also behind row-level security", async () => {
    expect((await asFunction("select id from notes order by id")).rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await asFunction("insert into plain (text) values ('x') returning id, answer()")).rows).toEqual([
      { id: 1, answer: 42 },
    ]);
    await asFunction("update plain set text = 'y'; delete from plain; alter table plain add column more int");
    expect(await ownerOf("plain")).toBe(databaseId);
  });

  it("FN-04: is no other role, and alters neither its own limits nor any role of the database", async () => {
    const other = await createReadyDatabase(service, owner.actor);
    await signIn(other);
    const own = functionRoleOf(databaseId);
    for (const attack of [
      `set role ${databaseId}`,
      `set session authorization ${databaseId}`,
      `set role ${endUserRoleOf(databaseId)}`,
      "set role app_users",
      `set role ${functionRoleOf(other)}`,
      `set role ${other}`,
      `alter role ${own} connection limit -1`,
      `alter role ${own} valid until 'infinity' createdb`,
      `alter role ${own} set temp_file_limit = -1`,
      "set temp_file_limit = -1",
      `alter role ${databaseId} password 'mine'`,
      `alter role ${databaseId} set search_path = pg_temp`,
      `alter role ${functionRoleOf(other)} set search_path = pg_temp`,
      `grant ${databaseId} to ${own} with set true`,
      `grant ${own} to ${databaseId}`,
      `alter database ${databaseId} connection limit 1`,
      "create role mine",
      "create database mine",
      "select * from pg_authid",
      "copy notes to program 'true'",
      "select pg_read_file('/etc/passwd')",
    ]) {
      await expect(asFunction(attack), attack).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("FN-04: can connect to no other database", async () => {
    const other = await createReadyDatabase(service, owner.actor);
    for (const into of [other, "postgres", "tmpl_tenant"]) {
      await expect(asFunction("select 1", databaseId, { into }), into).rejects.toMatchObject({
        code: expect.stringMatching(/^(28000|42501)$/),
      });
    }
  });

  it("gives its objects to the database's role, with the rights that this one's own tables have", async () => {
    await asOwner("alter default privileges grant select on tables to app_users");
    await asFunction(`create schema made; create table made.things (id serial primary key); create table here (a int);
      create function by_function() returns int language sql as 'select 1'; create type mood as enum ('good');
      create temp table passing (a int)`);
    await takeOverMadeByFunctions(await context(), databaseId);
    expect(await ownerOf("things")).toBe(databaseId);
    const { rows } = await asOwner("select has_table_privilege('app_users', 'here', 'select') as granted");
    expect(rows).toEqual([{ granted: true }]);
    await asFunction("insert into made.things default values; insert into here values (1)");
    await asOwner(
      "alter table here add column b int; drop schema made cascade; drop function by_function; drop type mood",
    );
  });

  it("isn't named in a branch, where everything belongs to the branch's own role", async () => {
    await asFunction(`create table fresh (a int); alter table fresh enable row level security;
      create policy named on fresh to ${functionRoleOf(databaseId)} using (a = 1); insert into fresh values (1), (2)`);
    const { branch } = await createBranch(owner, { databaseId, name: "copy" });
    expect(await ownerOf("fresh", branch.id)).toBe(branch.id);
    await asOwner("alter table fresh add column b int", branch.id);
    await signIn(branch.id);
    expect((await asFunction("select a from fresh order by a", branch.id)).rows).toEqual([{ a: 1 }, { a: 2 }]);
    await expect(asFunction("select 1", databaseId, { into: branch.id })).rejects.toThrow();
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
    await deleteDatabase(owner, { databaseId: branch.id });
    expect(await superuser("SELECT FROM pg_roles WHERE rolname = $1", [functionRoleOf(branch.id)])).toEqual([]);
  });

  it("stays through a restore", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "here" });
    await restoreInPlace(owner, { databaseId, restorePointId: point.id });
    await signIn(databaseId);
    expect((await asFunction("select count(*)::int as notes from notes")).rows).toEqual([{ notes: 2 }]);
  });

  it("loses its sessions and a password of its own making when the database's password is rotated", async () => {
    await asFunction(`alter role ${functionRoleOf(databaseId)} password 'mine'`);
    await asFunction(`alter role ${functionRoleOf(databaseId)} set search_path = pg_temp`, databaseId, {
      password: "mine",
    });
    const session = await signIn(databaseId);
    await expect(asFunction("select 1", databaseId, { password: "mine" })).rejects.toMatchObject({ code: "28P01" });
    const { rows } = await asFunction("show search_path");
    expect(rows).toEqual([{ search_path: '"$user", public' }]);
    const closed = new Promise((resolve) => session.stream.once("close", resolve).resume());
    await rotateCredential(owner, { databaseId });
    await closed;
    await expect(asFunction("select 1")).rejects.toMatchObject({ code: "28P01" });
    await signIn(databaseId);
    expect((await asFunction("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("follows the settings of the database's role for names and times, and has limits of its own", async () => {
    await asOwner(`alter role ${databaseId} set search_path = apart, public;
      alter role ${databaseId} in database ${databaseId} set timezone = 'Asia/Tokyo'; alter role ${databaseId} set lock_timeout = '7s'`);
    const { parameters, stream, end } = await signIn(databaseId);
    const reported = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
    expect(reported).toMatchObject({ search_path: "apart, public", TimeZone: "Asia/Tokyo" });
    const answered = new Promise<string>((resolve) =>
      stream.once("data", (chunk) => resolve(chunk.toString("latin1"))),
    );
    stream.resume();
    const text = `select concat_ws('/', current_setting('lock_timeout'), current_setting('statement_timeout'),
      current_setting('idle_in_transaction_session_timeout'), current_setting('temp_file_limit'))`;
    const head = Buffer.alloc(5, "Q");
    head.writeInt32BE(Buffer.byteLength(text) + 5, 1);
    stream.write(Buffer.concat([head, Buffer.from(`${text}\0`)]));
    expect(await answered).toContain("7s/150s/1min/1GB");
    await end();
  });

  it("shows on the list of sessions by its function", async () => {
    const session = await signIn(databaseId);
    const listed = await listSessions(owner, { databaseId });
    expect(listed).toContainEqual(
      expect.objectContaining({ owner: "function", applicationName: "function", pid: session.processId }),
    );
    await session.end();
  });

  it("is made once by all who need it at the same time, and is no orphan", async () => {
    const id = await createReadyDatabase(service, owner.actor);
    const sessions = await Promise.all([id, id, id].map(signIn));
    await Promise.all(sessions.map((session) => session.end()));
    expect(await reconcile(await service.worker())).toMatchObject([{ orphans: [], missing: [] }]);
  });

  it("goes with its database, also where a neighbour has granted it something", async () => {
    const id = await createReadyDatabase(service, owner.actor);
    await signIn(id);
    await asOwner(`grant select on notes to ${functionRoleOf(id)}`);
    await deleteDatabase(owner, { databaseId: id });
    expect(await superuser("SELECT FROM pg_roles WHERE rolname = $1", [functionRoleOf(id)])).toEqual([]);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  });
});
