import { afterAll, beforeAll, expect, it } from "vitest";
import { listAdvice } from "@/lib/sql/advice/list";
import { WORDS } from "@/lib/sql/advice/words";
import { asCustomer, asSuperuser, createReadyDatabase } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();
const advice = (limits = {}) => listAdvice(owner, { databaseId, ...limits });
const TITLES = Object.values(WORDS).map(({ title }) => title);

// Other files leave the role behind, and nothing of this database is granted to it.
beforeAll(() => asSuperuser(service.cluster, "postgres", (client) => client.query("DROP ROLE IF EXISTS app_users")));
afterAll(() => service.close());

const HOSTILE = [`";'--`, "two\nlines\t\u001b[2J", "$$ \\ %s %I \u202e", "ü".repeat(31)];

it("names of any kind stay names in the statements, also where the database has no users of an app yet", async () => {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  for (const name of HOSTILE) {
    const [table, other] = [quoted(name), quoted(`${name.slice(0, 30)}2`)];
    await setUp(`create schema ${table}; grant usage on schema ${table} to public; set search_path = ${table};
      create table ${table} (${table} int primary key); create table ${other} (${table} int references ${table}, ${other} text);
      grant select, insert on ${table} to public; alter table ${other} enable row level security;
      grant insert on ${other} to public; create policy ${table} on ${other} with check (true);
      create policy ${other} on ${other} for select using (${other} = current_setting(${"$q$"}${name}${"$q$"}));
      create index ${quoted("1")} on ${other} (${other}); create index ${quoted(`${name.slice(0, 30)}3`)} on ${other} (${other});
      create view ${quoted("v")} as select * from ${other}; grant select on ${quoted("v")} to public;
      create materialized view ${quoted("m")} as select 1 as ${table}; grant select (${table}) on ${quoted("m")} to public;
      create function ${table}(${table} int) returns int security definer language sql as 'select 1'`);
  }
  const found = await advice();
  expect(found.unchecked).toEqual([]);
  const counts = found.advice.map(({ kind, findings }) => [kind, findings.length]);
  expect(counts).toEqual([
    ["users-can-change-every-row", HOSTILE.length],
    ["view-ignores-policies", HOSTILE.length],
    ["policy-allows-every-write", HOSTILE.length],
    ["users-can-reach-rows-without-policies", HOSTILE.length],
    ["function-without-a-search-path", HOSTILE.length],
    ["no-primary-key", HOSTILE.length],
    ["foreign-key-without-an-index", HOSTILE.length],
    ["policy-runs-a-function-for-each-row", HOSTILE.length],
    ["duplicate-index", HOSTILE.length],
  ]);
  for (const { kind, findings } of found.advice) {
    // The condition of this one is to be written by its reader.
    for (const { sql } of kind === "policy-allows-every-write" ? [] : findings) await setUp(sql ?? "");
  }
  const left = (await advice()).advice.map(({ kind }) => kind);
  expect(left).toEqual(["policy-allows-every-write", "row-level-security-without-a-policy"]);
  for (const name of HOSTILE) await setUp(`drop schema ${quoted(name)} cascade`);
});

it("nothing of the customer's takes part: neither its settings nor its functions and operators", async () => {
  const role = `"${databaseId}"`;
  await setUp(`create schema mine; create table mine.notes (a text);
    create function mine.format(text, variadic text[]) returns text language plpgsql as $$ begin raise 'called'; end $$;
    create function mine.trap(oid, oid) returns boolean language plpgsql as $$ begin raise 'called'; end $$;
    create operator mine.= (leftarg = oid, rightarg = oid, function = mine.trap);
    alter role ${role} set search_path = mine, pg_catalog; alter role ${role} set statement_timeout = 1;
    alter role ${role} set quote_all_identifiers = on; alter role ${role} set default_transaction_isolation = serializable`);
  const { advice: found, unchecked } = await advice();
  expect(unchecked).toEqual([]);
  expect(found.map(({ kind }) => kind)).toEqual(["no-primary-key"]);
  await asCustomer(url, async (client) => {
    await client.query("set statement_timeout = 0");
    await client.query(`alter role ${role} reset all; drop schema mine cascade`);
  });
});

it("a check that waits for a lock is left out and named, and so is each that comes too late", async () => {
  await setUp("create table big (id int primary key, n int); create table plain (a int)");
  await setUp("create index idle on big (n); insert into big select n, n from generate_series(1, 60000) as n");
  await asCustomer(url, async (client) => {
    await client.query("begin; lock table big; drop index idle");
    const found = await advice({ checkMs: 300 });
    expect(found.unchecked).toEqual(["Unused index"]);
    expect(found.advice.map(({ kind }) => kind)).toEqual(["no-primary-key"]);
    await client.query("rollback");
  });
  expect((await advice()).advice.map(({ kind }) => kind)).toEqual(["no-primary-key", "unused-index"]);
  const late = await advice({ allMs: 0 });
  expect(late.advice).toEqual([]);
  expect(late.unchecked.toSorted()).toEqual(TITLES.toSorted());
  await setUp("drop table big, plain");
});

it("a database that is not ready says so", async () => {
  const id = await createReadyDatabase(service, owner.actor);
  await service.db.database.update({ where: { id }, data: { status: "provisioning" } });
  await expect(listAdvice(owner, { databaseId: id })).rejects.toMatchObject({ code: "database_not_ready" });
});

it("5,000 tables are answered for within the time of each check, and lists are cut", async () => {
  for (let part = 0; part < 10; part += 1) {
    await setUp(`do $$ begin for i in 1..500 loop
      execute format('create table many_%s_%s (a serial, b int unique)', ${part}, i);
      execute format('grant select on many_%s_%s to public', ${part}, i);
    end loop; end $$`);
  }
  const { advice: found, unchecked } = await advice();
  expect(unchecked).toEqual(["Numbers run out (sequences beyond the first 1,000)"]);
  expect(found.map(({ kind, findings, hasMore }) => [kind, findings.length, hasMore])).toEqual([
    ["users-can-read-every-row", 20, true],
    ["no-primary-key", 20, true],
  ]);
});
