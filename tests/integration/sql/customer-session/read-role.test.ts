import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { readRoleOf } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { CONNECTION_LIMITS } from "@/lib/infra/postgres-host/login";
import { reconcile } from "@/lib/jobs/reconcile";
import { openReaderSession } from "@/lib/sql/customer-session/open-reader";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { exportDocuments } from "@/lib/sql/documents/export";
import { saveDocument } from "@/lib/sql/documents/save";
import { cancelRun } from "@/lib/sql/statements/cancel";
import { browseRows } from "@/lib/sql/tables/browse";
import { listTables } from "@/lib/sql/tables/list";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  openHostingService,
} from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";
import { runText } from "@/tests/support/run-statements";

let service: HostingService;
let owner: Context;
let viewer: Context;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  [owner, viewer] = [await service.context(member.owner), await service.context(member.viewer)];
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  await asOwner("create table kept (id int primary key, b text); insert into kept values (1, 'one')");
});

afterAll(() => service.close());

async function withOwner<T>(id: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asCustomer((await revealConnectionString(owner, { databaseId: id })).connectionString, work);
}

const asOwner = (text: string, id = databaseId) => withOwner(id, (client) => client.query(text));

async function view(text: string, id = databaseId) {
  const outcomes = await runText(viewer, id, text);
  const last = outcomes.at(-1);
  if (!last) throw new Error("no outcome");
  return last;
}

const superuser = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  asSuperuser(service.cluster, "postgres", async (client) => (await client.query<T>(text, values)).rows);

describe("a member who may only read", () => {
  it("reads as a role of its own, which holds nothing but SELECT and is let into no other database", async () => {
    expect(await view("select current_user, session_user, b from kept")).toMatchObject({
      rows: [[readRoleOf(databaseId), readRoleOf(databaseId), "one"]],
    });
    expect(await runText(owner, databaseId, "select current_user")).toMatchObject([{ rows: [[databaseId]] }]);
    const [role] = await superuser(
      `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS attributes,
         pg_has_role($1, $2, 'USAGE') OR pg_has_role($1, $2, 'SET') AS acts,
         has_database_privilege($1, $2, 'CREATE') OR has_database_privilege($1, $2, 'TEMPORARY') AS makes,
         (SELECT array_agg(datname::text) FROM pg_database WHERE datallowconn AND has_database_privilege($1, oid, 'CONNECT')) AS "enters"
       FROM pg_roles WHERE rolname = $1`,
      [readRoleOf(databaseId), databaseId],
    );
    expect(role).toEqual({ attributes: false, acts: false, makes: false, enters: [databaseId] });
  });

  it("sees the tables that the database's own role made a moment before, in new schemas too", async () => {
    await asOwner(`create schema fresh; create table fresh.made (a int); insert into fresh.made values (7);
      create view fresh.seen as select a + 1 as b from fresh.made; create sequence fresh.numbers start 5;
      create materialized view fresh.copied as select 9 as c`);
    expect(
      await view("select a, b, c, last_value from fresh.made, fresh.seen, fresh.copied, fresh.numbers"),
    ).toMatchObject({ rows: [["7", "8", "9", "5"]] });
    const tables = await listTables(viewer, { databaseId });
    expect(JSON.stringify(tables)).toContain('"made"');
    const selection = { databaseId, schema: "fresh", name: "made", filters: [] };
    expect((await browseRows(viewer, selection)).rows).toHaveLength(1);
  });

  it("is shown the tables that its owner leaves readable, and row-level security counts", async () => {
    await asOwner(`create table hidden (a int); revoke select on hidden from dashboard_viewers;
      create table guarded (a int, public boolean); insert into guarded values (1, true), (2, false);
      alter table guarded enable row level security;
      create policy shown on guarded for select to dashboard_viewers using (public)`);
    expect(await view("select * from hidden")).toMatchObject({ status: "failed", sqlState: "42501" });
    expect(await view("select a from guarded")).toMatchObject({ rows: [["1"]] });
    expect(await runText(owner, databaseId, "select count(*) from guarded")).toMatchObject([{ rows: [["2"]] }]);
  });

  it("finds names and times as the database's own role is set to", async () => {
    await asOwner(`alter role current_user set search_path = fresh, "odd, name", public;
      alter role current_user set timezone = 'Asia/Kathmandu'`);
    expect(await view("select a, current_setting('timezone') from made")).toMatchObject({
      rows: [["7", "Asia/Kathmandu"]],
    });
    await asOwner("alter role current_user reset all");
  });

  const WRITES = [
    "select writes()",
    "select query_to_xml('select writes()', true, true, '')",
    "select nextval('counted')",
    "select id from kept for update",
    "select pg_clear_relation_stats('public', 'kept')",
    "select pg_restore_relation_stats('schemaname', 'public', 'relname', 'kept', 'reltuples', 9e9::real)",
  ];
  const state = async () =>
    (await asOwner("select (select json_agg(kept) from kept), reltuples from pg_class where relname = 'kept'")).rows;

  beforeAll(() =>
    asOwner(`create sequence counted;
      create function writes() returns int language sql as 'insert into kept values (2) returning id';
      create function writes_as_owner() returns int language sql security definer set search_path = public
        as 'insert into kept values (2) returning id'`),
  );

  it.for([
    ...WRITES,
    "insert into kept values (2)",
    "select set_config('transaction_read_only', 'off', false); select writes()",
    "set default_transaction_read_only = off; select writes()",
    "set session characteristics as transaction read write; select writes()",
    "explain analyze select writes()",
    "select writes_as_owner()",
    "select lo_create(0)",
    "select rolpassword from pg_authid",
    "select setconfig from pg_db_role_setting_of_all",
    `set "STANDARD_CONFORMING_STRINGS" = off`,
    "notify orders",
    "create temp table t (a int)",
  ])("cannot write by %s", async (text) => {
    const before = await state();
    expect(await view(text)).toMatchObject({ status: "failed" });
    expect(await state()).toEqual(before);
  });

  it("could not write without the read-only transaction either", async () => {
    const before = await state();
    await view("select 1");
    const password = encodeURIComponent(service.sealer.mac(databaseId, "read-role"));
    const { address, port } = service.cluster;
    const url = `postgresql://${readRoleOf(databaseId)}:${password}@${address}:${port}/${databaseId}`;
    await asCustomer(url, async (client) => {
      await client.query("set default_transaction_read_only = off");
      for (const text of [
        ...WRITES,
        `set role ${databaseId}`,
        "truncate kept",
        "analyze kept",
        "create table made (a int)",
        "create temp table made (a int)",
      ]) {
        await client.query(text).then(
          // ANALYZE passes over a table that it may not touch.
          ({ command }) => expect([command, text]).toEqual(["ANALYZE", "analyze kept"]),
          (error) => expect(error, text).toMatchObject({ code: "42501" }),
        );
      }
    });
    expect(await state()).toEqual(before);
  });

  it("ends no session of the app, and sends it no notification, in any spelling of the call", async () => {
    await asOwner(`create or replace function calls(int) returns boolean language sql as 'select pg_terminate_backend($1)';
      create extension if not exists tablefunc`);
    await withOwner(databaseId, async (app) => {
      const heard: string[] = [];
      app.on("notification", ({ payload }) => heard.push(payload ?? ""));
      await app.query("listen orders");
      const { rows } = await app.query<{ pid: number }>("select pg_backend_pid() as pid");
      const pid = rows[0]?.pid ?? 0;
      for (const text of [
        `select pg_terminate_backend(${pid})`,
        `select pg_cancel_backend(${pid})`,
        `select calls(${pid})`,
        `select query_to_xml('select pg_terminate_backend(${pid})', true, true, '')`,
      ]) {
        expect(await view(text), text).toMatchObject({ status: "failed", sqlState: "42501" });
      }
      for (const text of [
        "select pg_notify('orders', 'from a viewer')",
        "select * from crosstab('select 1, 1, pg_notify(''orders'', ''from a viewer'')::text') as t (a int, b text)",
        "select query_to_xml('select pg_notify(''orders'', ''from a viewer'')', true, true, '')",
      ]) {
        expect(await view(text), text).toMatchObject({ status: "succeeded" });
      }
      await app.query("notify orders, 'own'");
      expect(heard).toEqual(["own"]);
    });
  });

  it("has its strings read by the server as they were parsed, under any earlier settings", async () => {
    const set = "select set_config('standard_conforming_strings', 'off', false)";
    for (const ctx of [viewer, owner]) {
      expect((await runText(ctx, databaseId, `${set}; show standard_conforming_strings`))[1]).toMatchObject({
        rows: [["on"]],
      });
    }
    const outcomes = await runText(owner, databaseId, `begin; ${set}; show standard_conforming_strings; rollback`);
    expect(outcomes.map((one) => "rows" in one && one.rows[0]?.[0])).toEqual([undefined, "off", "on", undefined]);
    expect(await view(`${set}; select '\\' , b from kept --'`)).toMatchObject({ rows: [["\\", "one"]] });
  });

  it("has few connections, none of them the app's", async () => {
    const database = await service.db.database.findUniqueOrThrow({ where: { id: databaseId } });
    const options = { applicationName: "a viewer", statementTimeoutMs: 5_000, settings: {} };
    const taken = [];
    while (taken.length < CONNECTION_LIMITS.read) taken.push(await openReaderSession(viewer, database, options));
    expect(await view("select 1")).toMatchObject({
      ...{ status: "failed", message: "All connections that the database may have are in use." },
    });
    await Promise.all(Array.from({ length: 20 }, () => asOwner("select pg_sleep(0.2)")));
    for (const session of taken) await session.close();
    const works = async () => (await view("select 1")).status;
    await expect.poll(works).toBe("succeeded");
  });

  it("can cancel its own statement", async () => {
    const runId = randomUUID();
    const done = runText(viewer, databaseId, "select pg_sleep(600)", { runId });
    const sleeping = () =>
      superuser("SELECT FROM pg_stat_activity WHERE usename = $1 AND query ~ 'sleep' AND state = 'active'", [
        readRoleOf(databaseId),
      ]);
    await expect.poll(sleeping, { interval: 20 }).toHaveLength(1);
    await cancelRun(viewer, { databaseId, runId });
    expect(await done).toMatchObject([{ status: "cancelled" }]);
  });

  it("reads and exports documents", async () => {
    await createCollection(owner, { databaseId, name: "people" });
    await saveDocument(owner, { databaseId, collection: "people", text: '{"name": "Ada"}' });
    const lines: string[] = [];
    const write = async (text: string) => void lines.push(text);
    await exportDocuments(viewer, { databaseId, collection: "people", filters: [], write });
    expect(lines).toEqual(['{"name": "Ada"}\n']);
  });
});

describe("the read role", () => {
  it("is there on a branch and after a restore, with the rights that the database had", async () => {
    const point = await createRestorePoint(owner, { databaseId, name: "here" });
    const { branch } = await createBranch(owner, { databaseId, name: "copy" });
    for (const made of ["restored", "branched"]) {
      if (made === "restored") await restoreInPlace(owner, { databaseId, restorePointId: point.id });
      const id = made === "restored" ? databaseId : branch.id;
      expect(await view("select current_user, b from kept", id)).toMatchObject({ rows: [[readRoleOf(id), "one"]] });
      expect(await view("select * from hidden", id)).toMatchObject({ sqlState: "42501" });
      await asOwner("create schema later; create table later.made as select 3 as a", id);
      expect(await view("select a from later.made", id)).toMatchObject({ rows: [["3"]] });
      expect(await view("select a from guarded", id)).toMatchObject({ rows: [["1"]] });
    }
  });

  it("comes to a database that was restored to before anybody had read it", async () => {
    const id = await createReadyDatabase(service, owner.actor);
    await asOwner("create table first (a int)", id);
    const point = await createRestorePoint(owner, { databaseId: id, name: "before" });
    expect(await view("select * from first", id)).toMatchObject({ status: "succeeded" });
    await restoreInPlace(owner, { databaseId: id, restorePointId: point.id });
    expect(await view("select * from first", id)).toMatchObject({ status: "succeeded" });
    await asOwner("drop owned by current_user cascade; create schema again; create table again.made ()", id);
    expect(await view("select * from again.made", id)).toMatchObject({ status: "succeeded" });
  });

  it("gets back its password and memberships, for all who read at the same time", async () => {
    await superuser(`ALTER ROLE ${readRoleOf(databaseId)} PASSWORD 'other'`);
    await Promise.all(Array.from({ length: 4 }, () => listTables(viewer, { databaseId })));
    await superuser(`REVOKE ${databaseId} FROM ${readRoleOf(databaseId)}`);
    expect(await view("select 1")).toMatchObject({ status: "succeeded" });
  });

  it("goes with its database, is no orphan before, and leaves nothing behind", async () => {
    const id = await createReadyDatabase(service, owner.actor);
    await view("select 1", id);
    await asOwner(`grant select on kept to ${readRoleOf(id)}`);
    expect(await reconcile(await service.worker())).toMatchObject([{ orphans: [], missing: [] }]);
    expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
    await deleteDatabase(owner, { databaseId: id });
    expect(await superuser("SELECT FROM pg_roles WHERE rolname = $1", [readRoleOf(id)])).toEqual([]);
    expect(await reconcile(await service.worker())).toMatchObject([{ orphans: [], missing: [] }]);
  });
});
