import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { listener, openRealtime, type TestRealtime, type Told } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;
let next = 0;

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker(), { quietLookMs: 200 });
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

async function subscribe(table: string) {
  const { databaseId: id, projectId, service } = realtime;
  const told = listener();
  const who = { userId: null, claims: {} };
  const database = { id, hostId: service.hostId };
  const open = await feed.subscribe({ projectId, database, who, table }, told.sink);
  return { ...told, ...open };
}

/** A published table with a row, alone or of two partitions. */
async function published(isPartitioned: boolean): Promise<string> {
  next += 1;
  const table = `door_${next}`;
  await realtime.run(
    isPartitioned
      ? `create table ${table} (id int primary key, body text) partition by range (id);
         create table ${table}_0 partition of ${table} for values from (0) to (10);
         create table ${table}_1 partition of ${table} for values from (10) to (20)`
      : `create table ${table} (id int primary key, body text); create table ${table}_0 (id int)`,
  );
  await realtime.run(`insert into ${table} values (1, 'a')`);
  await realtime.publish(table, "anyone");
  return table;
}

const isRecorded = async (table: string) =>
  (await listRealtimeTables(await realtime.server("read"), realtime)).items.find((one) => one.table.endsWith(table))
    ?.recorded;

/** Each event once: a migration may be told by one gap or by several. */
const toDistinct = (told: Told, events: string[]) => expect.poll(() => [...new Set(told.events)]).toEqual(events);

/** Tables are looked at every few seconds, and for each who subscribes. */
const look = async (table: string) => (await subscribe(table)).close();

const MIGRATIONS: [string, string][] = [
  [
    "loads rows while its triggers are disabled",
    "{t} disable trigger user; insert into {t} values (2, 'b'); alter table {t} enable trigger user",
  ],
  ["adds a column with a default", "{t} add column stage text default 'open'"],
  ["drops a column", "{t} drop column body"],
  ["renames a column", "{t} rename column body to text"],
  ["changes a column's type", "{t} alter column body type int using length(body)"],
  ["rewrites a column of the same type", "{t} alter column body type text using upper(body)"],
];

it.each([false, true].flatMap((isPartitioned) => MIGRATIONS.map((one) => [isPartitioned, ...one] as const)))(
  "6.8: is told as a gap, and followed afterwards, where a migration of a table (of partitions: %s) %s",
  async (isPartitioned, _, change) => {
    const table = await published(isPartitioned);
    const told = await subscribe(table);
    await realtime.run(`alter table ${change.replaceAll("{t}", table)}`);
    await look(table);
    await toDistinct(told, ["gap bulk"]);
    told.events.splice(0);
    await realtime.run(`insert into ${table} (id) values (11)`);
    await expect.poll(() => told.events.at(-1)).toMatch(/^insert \{"id":11/);
    expect(await isRecorded(table)).toBe(true);
    told.close();
  },
);

it("6.8: no gap comes of grants, indexes, statistics, defaults and comments, which change no row", async () => {
  const table = await published(false);
  const told = await subscribe(table);
  await realtime.run(`create index on ${table} (body); analyze ${table}; alter table ${table} alter body set not null;
    alter table ${table} alter body set default 'x'; grant select (id) on ${table} to app_users;
    comment on column ${table}.body is 'x'`);
  await look(table);
  await realtime.run(`insert into ${table} values (3)`);
  await expect.poll(() => told.events).toEqual(['insert {"id":3,"body":"x"}']);
  told.close();
});

it("6.8: TRUNCATE is one gap, alone and beside a rewrite", async () => {
  const table = await published(false);
  const told = await subscribe(table);
  await realtime.run(`truncate ${table}`);
  await look(table);
  await realtime.run(`begin; alter table ${table} alter body type text using upper(body); truncate ${table}; commit`);
  await look(table);
  await realtime.run(`insert into ${table} values (4, 'a')`);
  await expect.poll(() => told.events).toEqual(["gap bulk", "gap bulk", 'insert {"id":4,"body":"a"}']);
  told.close();
});

it("6.8: rows of COPY, MERGE, ON CONFLICT and a partition of later are told in a table of partitions", async () => {
  const table = await published(true);
  await realtime.run(`create table ${table}_2 partition of ${table} for values from (20) to (30)`);
  const told = await subscribe(table);
  await toDistinct(told, []);
  told.events.splice(0);
  await realtime.run(`insert into ${table} values (1, 'b') on conflict (id) do update set body = excluded.body`);
  await realtime.run(`merge into ${table} using (values (1), (21)) as given (n) on id = n
    when matched then delete when not matched then insert values (n, 'm')`);
  await realtime.run(`insert into ${table}_2 values (22, 'p')`);
  await expect
    .poll(() => told.events.filter((one) => !one.startsWith("gap")))
    .toEqual([
      'update {"id":1,"body":"b"}',
      'delete {"id":1}',
      'insert {"id":21,"body":"m"}',
      'insert {"id":22,"body":"p"}',
    ]);
  told.close();
});
