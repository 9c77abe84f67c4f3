import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ChangeSubscription } from "@/lib/services/realtime/changes/feed/subscription";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { listTableChoices } from "@/lib/services/realtime/changes/tables/list-choices";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";
import { listener, openRealtime, type TestRealtime, type Told } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker(), { quietLookMs: 200, policyMs: 10_000 });
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

async function subscribe(table: string, asked: Partial<ChangeSubscription> & { in?: ChangeFeed } = {}) {
  const { databaseId: id, projectId, service } = realtime;
  const told = listener();
  const { in: from = feed, ...more } = asked;
  const who = { userId: "usr_a", claims: { sub: "usr_a" } };
  const database = { id, hostId: service.hostId };
  const open = await from.subscribe({ projectId, database, who, table, columns: ["id"], ...more }, told.sink);
  return { ...told, ...open };
}

const to = (told: Told, events: string[]) => expect.poll(() => told.events).toEqual(events);

/** Trees are looked at every few seconds, and for each who subscribes. */
const look = async (table: string) => (await subscribe(table)).close();

/** Each event once, as a change of a tree may be told by one gap or by two. */
const toDistinct = (told: Told, events: string[]) => expect.poll(() => [...new Set(told.events)]).toEqual(events);

const isRecorded = async (table: string) =>
  (await listRealtimeTables(await realtime.server("read"), realtime)).items.find((one) => one.table === table)
    ?.recorded;

/** Triggers of ours on a table. */
const triggersOf = async (table: string) =>
  (await realtime.run("select from pg_trigger where tgrelid = $1::regclass and tgname like 'coppice%'", [table]))
    .length;

/** A published table of partitions by ranges of 10, of which the second is divided further. */
async function partitioned(name: string, audience = "anyone"): Promise<void> {
  await realtime.run(`create table ${name} (id int primary key, owner text) partition by range (id);
    create table ${name}_0 partition of ${name} for values from (0) to (10);
    create table ${name}_1 partition of ${name} for values from (10) to (20) partition by range (id);
    create table ${name}_1a partition of ${name}_1 for values from (10) to (15)`);
  await realtime.publish(name, audience);
}

it("SV-H1: a row written to a partition is recorded as a change of the published table, at each level", async () => {
  await partitioned("kept");
  const told = await subscribe("kept");
  await realtime.run("insert into kept_0 values (1, 'a'), (2, 'a')");
  await realtime.run("update kept_0 set owner = 'b' where id = 1");
  await realtime.run("delete from kept_0 where id = 1");
  await realtime.run("insert into kept_1 values (11, 'a')");
  await realtime.run("update kept_1a set id = 12");
  await realtime.run(`merge into kept_1a as t using (values (12), (13)) as given (n) on t.id = n
    when matched then delete when not matched then insert (id) values (n)`);
  await realtime.run("insert into kept values (3, 'c')");
  await to(told, [
    ...['insert {"id":1}', 'insert {"id":2}', 'update {"id":1}', 'delete {"id":1}', 'insert {"id":11}'],
    ...['update {"id":12}', 'delete {"id":12}', 'insert {"id":13}', 'insert {"id":3}'],
  ]);
  expect(told.batches.flatMap(({ changes }) => changes).every(({ table }) => table === "public.kept")).toBe(true);
  told.events.splice(0);
  await realtime.run("truncate kept_0");
  await to(told, ["gap bulk"]);
  told.close();
});

it("SV-H1: a partition that comes is followed from then on, and earlier changes are a gap", async () => {
  await partitioned("growing");
  const told = await subscribe("growing");
  await realtime.run(`create table growing_1b partition of growing_1 for values from (15) to (20);
    insert into growing_1b values (15, 'lost')`);
  await toDistinct(told, ["gap bulk"]);
  told.events.splice(0);
  await realtime.run("insert into growing_1b values (16, 'told')");
  await to(told, ['insert {"id":16}']);
  told.events.splice(0);
  await realtime.run(`create table growing_2 (owner text, id int primary key, was_dropped int);
    alter table growing_2 drop was_dropped; insert into growing_2 values ('a', 20);
    alter table growing attach partition growing_2 for values from (20) to (30)`);
  await look("growing");
  await toDistinct(told, ["gap bulk"]);
  told.events.splice(0);
  await realtime.run("update growing_2 set id = 21");
  await to(told, ['update {"id":21}']);
  expect(await isRecorded("public.growing")).toBe(true);
  told.close();
});

it("SV-H1: a partition that goes, with its rows, is a gap, and tells nothing from then on", async () => {
  await partitioned("shrinking");
  await realtime.run("insert into shrinking values (1, 'a'), (11, 'a')");
  const told = await subscribe("shrinking");
  await realtime.run(
    "alter table shrinking detach partition shrinking_0; insert into shrinking_0 values (2, 'secret')",
  );
  await look("shrinking");
  await toDistinct(told, ["gap bulk"]);
  await expect.poll(() => triggersOf("shrinking_0")).toBe(0);
  told.events.splice(0);
  await realtime.run("drop table shrinking_1");
  await look("shrinking");
  await toDistinct(told, ["gap bulk"]);
  told.close();
});

it("SV-H1: a partition that went and came back in between is a gap", async () => {
  await partitioned("swapped");
  const told = await subscribe("swapped");
  await realtime.run(`begin; alter table swapped detach partition swapped_0; insert into swapped_0 values (1, 'a');
    alter table swapped attach partition swapped_0 for values from (0) to (10); commit`);
  await look("swapped");
  await toDistinct(told, ["gap bulk"]);
  told.close();
});

it("SV-H1: an open partition is a gap at each look until it can be followed", async () => {
  await partitioned("busy");
  await realtime.run("create table busy_2 partition of busy for values from (20) to (30)");
  await realtime.publish("busy", "anyone");
  await realtime.run("create table busy_3 partition of busy for values from (30) to (40)");
  const writer = await realtime.session();
  await writer.query("begin; insert into busy_3 values (30, 'long')");
  const told = await subscribe("busy");
  await expect.poll(() => told.events.length).toBeGreaterThan(1);
  expect(await isRecorded("public.busy")).toBe(false);
  await writer.query("commit");
  await expect.poll(() => isRecorded("public.busy")).toBe(true);
  const gaps = told.events.length;
  await realtime.run("insert into busy_3 values (31, 'a')");
  await expect.poll(() => told.events.at(-1)).toBe('insert {"id":31}');
  expect(told.events.slice(gaps - 1)).toContain("gap bulk");
  expect(new Set(told.events)).toEqual(new Set(["gap bulk", 'insert {"id":31}']));
  await writer.end();
  told.close();
});

it("SV-H1: someone who comes back is told of a gap for a partition that came meanwhile", async () => {
  await partitioned("resumed");
  const one = new ChangeFeed(await realtime.service.worker());
  const before = await subscribe("resumed", { in: one });
  await one.close();
  await realtime.run(`create table resumed_2 partition of resumed for values from (20) to (30);
    insert into resumed_2 values (20, 'lost')`);
  expect(await isRecorded("public.resumed")).toBe(false);
  const told = await subscribe("resumed", { since: before.cursor });
  await to(told, ["gap bulk"]);
  told.close();
});

it("SV-H1: tables that inherit are recorded as well, their own columns apart", async () => {
  await realtime.run(`create table animals (id int primary key, owner text);
    create table cats (lives int) inherits (animals); create temp table mine () inherits (animals)`);
  await realtime.publish("animals", "anyone");
  const told = await subscribe("animals", { columns: undefined });
  await realtime.run(
    "insert into cats values (1, 'a', 9); update animals set owner = 'b'; insert into animals values (2)",
  );
  await to(told, ['insert {"id":1,"owner":"a"}', 'update {"id":1,"owner":"b"}', 'insert {"id":2,"owner":null}']);
  told.events.splice(0);
  await realtime.run("create table dogs (name text) inherits (animals); insert into dogs values (3, 'a', 'Rex')");
  await look("animals");
  await toDistinct(told, ["gap bulk"]);
  told.events.splice(0);
  await realtime.run("update dogs set owner = 'c'");
  await to(told, ['update {"id":3,"owner":"c"}']);
  told.events.splice(0);
  await realtime.run("alter table cats no inherit animals");
  await look("animals");
  await toDistinct(told, ["gap bulk"]);
  told.close();
});

it("SV-H1: a table that others change through is refused, and ends being followed when it becomes one", async () => {
  await realtime.run(`create table plants (id int primary key, owner text); create table tools (id int, owner text);
    create table trees (primary key (id)) inherits (plants); create table rakes (primary key (id)) inherits (plants, tools)`);
  const refused = (message: RegExp) => ({ code: "invalid_request", message: expect.stringMatching(message) });
  await expect(realtime.publish("trees", "anyone")).rejects.toMatchObject(refused(/inherits from another table/));
  await expect(realtime.publish("plants", "anyone")).rejects.toMatchObject(refused(/another table too/));
  const choices = await listTableChoices(realtime.owner, realtime);
  expect(choices?.map(({ table }) => table)).not.toContain("public.trees");
  await realtime.run("alter table rakes no inherit tools; create table alone (id int primary key, owner text)");
  for (const [table, change] of [
    ["plants", "alter table rakes inherit tools"],
    ["alone", "alter table alone inherit tools"],
  ] as const) {
    await realtime.publish(table, "anyone");
    const told = await subscribe(table);
    await realtime.run(change);
    await look(table).catch(() => undefined);
    await expect.poll(() => told.events.at(-1)).toBe("error not_found");
    expect(await isRecorded(`public.${table}`)).toBe(false);
  }
});

it("SV-H1: a partition whose trigger someone has disabled isn't recorded, and publishing again mends it", async () => {
  await partitioned("disabled");
  const told = await subscribe("disabled");
  await realtime.run("alter table disabled_1a disable trigger all; insert into disabled_0 values (1, 'a')");
  await to(told, ["error not_found"]);
  expect(await isRecorded("public.disabled")).toBe(false);
  expect(await realtime.publish("disabled", "anyone")).toMatchObject({ recorded: true });
});

it("SV-H1: a change by a foreign key is recorded, in partitions too", async () => {
  await realtime.run(`create table authors (id int primary key);
    create table texts (id int primary key, reader int,
      author int references authors on delete cascade on update cascade) partition by range (id);
    create table texts_0 partition of texts for values from (0) to (10);
    create table texts_1 (id int primary key, reader int references authors on delete set null, author int);
    alter table texts attach partition texts_1 for values from (10) to (20)`);
  await realtime.publish("texts", "anyone");
  const told = await subscribe("texts");
  await realtime.run(
    "insert into authors values (1), (2); insert into texts values (1, 2, 1); insert into texts_1 values (11, 1, 2)",
  );
  await realtime.run("update authors set id = 3 where id = 2");
  await realtime.run("delete from authors where id = 1");
  await to(told, ['insert {"id":1}', 'insert {"id":11}', 'update {"id":11}', 'delete {"id":1}', 'update {"id":11}']);
  told.close();
});

it("SV-H1: policies judge the rows of a partition whose columns are in the same places, or a gap is told", async () => {
  await realtime.run(`create table shown (id int primary key, owner text) partition by range (id);
    create table shown_0 partition of shown for values from (0) to (10);
    create table shown_1 (owner text, id int primary key);
    alter table shown attach partition shown_1 for values from (10) to (20);
    alter table shown enable row level security`);
  await realtime.run(
    "create policy own on shown for select to app_users using (upper(owner) = upper(coppice.user_id()))",
  );
  await realtime.publish("shown", "rls");
  const told = await subscribe("shown");
  await realtime.run("insert into shown_0 values (1, 'usr_a'), (2, 'usr_b')");
  await to(told, ['insert {"id":1}']);
  told.events.splice(0);
  await realtime.run("insert into shown_1 values ('usr_b', 11)");
  await to(told, ["gap access"]);
  told.events.splice(0);
  await realtime.run("insert into shown values (12, 'usr_b'), (13, 'usr_a')");
  await to(told, ['insert {"id":13}']);
  told.close();
});

it("SV-H1: a transaction that can't see that the table was published tells a gap", async () => {
  await partitioned("late");
  await realtime.run("select coppice_realtime.unpublish('late')");
  const writer = await realtime.session();
  await writer.query("begin isolation level repeatable read; select 1");
  await realtime.publish("late", "anyone");
  const told = await subscribe("late");
  await writer.query("insert into late_0 values (1, 'a'); commit");
  await to(told, ["gap bulk"]);
  await writer.end();
  told.close();
});

it("SV-H1: unpublishing takes the triggers of every partition away", async () => {
  await partitioned("former");
  expect(await triggersOf("former_1a")).toBe(4);
  await unpublishTable(await realtime.server(), { projectId: realtime.projectId, table: "former" });
  expect(await Promise.all(["former", "former_0", "former_1", "former_1a"].map(triggersOf))).toEqual([0, 0, 0, 0]);
});

it("SV-H1: an outbox of the version before, whose partitions had no triggers, is brought up to date, with a gap", async () => {
  await partitioned("older");
  const one = new ChangeFeed(await realtime.service.worker());
  const before = await subscribe("older", { in: one });
  await one.close();
  await realtime.run(`select coppice_realtime.drop_triggers(t::regclass) from unnest('{older_0,older_1,older_1a}'::text[]) as t;
    alter table coppice_realtime.published drop links; update coppice_realtime.state set version = 6;
    insert into older_0 values (1, 'lost')`);
  const { items } = await listRealtimeTables(await realtime.server("read"), realtime);
  expect(items.find(({ table }) => table === "public.older")).toMatchObject({ recorded: false });
  const told = await subscribe("older", { since: before.cursor });
  await to(told, ["gap bulk"]);
  await realtime.run("insert into older_1a values (11, 'told')");
  await to(told, ["gap bulk", 'insert {"id":11}']);
  expect(await isRecorded("public.older")).toBe(true);
  told.close();
});
