import { afterAll, describe, expect, it } from "vitest";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const SET_UP = `drop table if exists parts, parts_1, rewritten, typed; drop type if exists place, pair;
  create type pair as (x int, y text); create type place as (x int, y text);
  create table rewritten (id int primary key, amount text unique, at timestamptz default '2026-03-01 09:30Z', spot pair,
    twice int generated always as (id * 2) stored, gone int, check (amount is not null or id > 3));
  alter table rewritten drop column gone;
  insert into rewritten (id, amount, spot) values (1, '007', '(1,a)'), (2, '1e3', null), (3, '0.10', '(2,"b,c")'), (4, null, null);
  create index on rewritten (at); create table typed of place; insert into typed values (1, 'a'), (null, '');
  create table parts (id int, k int, v text) partition by list (k);
  create table parts_1 partition of parts for values in (1); insert into parts values (1, 1, ' a '), (2, 1, 'b')`;

/**
 * The rows with their places, the columns with the values read by them, indexes, constraints and the tables' files'
 * kind.
 */
const STATE = `select json_build_array(
  (select json_agg(json_build_array(t.ctid::text, t::text) order by id) from rewritten as t),
  (select json_agg(json_build_array(tableoid::regclass::text, p::text) order by id) from parts as p),
  (select json_agg(json_build_array(ctid::text, t::text) order by ctid) from typed as t),
  (select json_agg(json_build_array(attrelid::regclass::text, attname, attnum, format_type(atttypid, atttypmod), attgenerated,
     attstorage, pg_get_expr(adbin, adrelid)) order by attrelid, attnum)
   from pg_attribute left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
   where attnum > 0 and attrelid = any ('{rewritten,parts,parts_1,place,typed}'::regclass[])),
  (select json_agg(pg_get_indexdef(indexrelid) order by indexrelid) from pg_index where indrelid = 'rewritten'::regclass),
  (select json_agg(pg_get_constraintdef(oid) order by oid) from pg_constraint where conrelid = 'rewritten'::regclass),
  (select json_agg(json_build_array(relname, relpersistence) order by oid) from pg_class where relname in ('rewritten', 'parts_1')))::text`;

const state = async () => (await asCustomer(url, (client) => client.query({ text: STATE, rowMode: "array" }))).rows;
const undo = (changeId: string | undefined) => undoDataChange(owner, { databaseId, changeId: changeId ?? "" });

describe("a change that rewrites a table", () => {
  it.for([
    "alter table rewritten alter amount type numeric(8,1) using amount::numeric",
    "alter table rewritten alter at type date using at::date, alter amount type char(2) using left(amount, 2)",
    "alter table rewritten alter spot type text using (spot).y",
    "alter table rewritten alter amount drop default, alter amount type int using length(amount) + id * 10, alter amount set default 7",
    "alter type place alter attribute x type text cascade",
    "alter table rewritten alter twice set expression as (id * 3)",
    "alter table rewritten alter twice drop expression",
    "alter table rewritten set unlogged",
    "alter table parts alter v type int using length(v)",
    "alter table parts detach partition parts_1",
    "begin; update rewritten set amount = '5' where id = 4; alter table rewritten alter amount type numeric using amount::numeric; commit",
    "create temp table wanted as select 3 as id; delete from rewritten where id in (select id from wanted); alter table rewritten alter amount type text using reverse(amount)",
  ])("is undone to the byte, and redone: %s", { timeout: 60_000 }, async (text) => {
    await setUp(SET_UP);
    const before = await state();
    const changes = await changeByText(owner, databaseId, text);
    expect(changes.at(-1)?.kind).toBe("restore-point");
    const after = await state();
    expect(after).not.toEqual(before);
    const { restorePointId } = await undo(changes.at(-1)?.id);
    expect(await state()).toEqual(before);
    await restoreInPlace(owner, { databaseId, restorePointId: restorePointId ?? "" });
    expect(await state()).toEqual(after);
  });

  it("is none where a column is added, with any default: DROP takes that back", async () => {
    await setUp(SET_UP);
    const text =
      "alter table rewritten add stamp uuid default gen_random_uuid(), add column n int generated always as identity";
    expect(await changeByText(owner, databaseId, text)).toEqual([]);
  });
});
