import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ChangeSubscription } from "@/lib/services/realtime/changes/feed/subscription";
import { listTableChoices } from "@/lib/services/realtime/changes/tables/list-choices";
import { listener, openRealtime, type TestRealtime, type Told } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;
let next = 0;

beforeAll(async () => {
  realtime = await openRealtime();
  // The first table makes the role that policies name.
  await realtime.run("create table first (id int primary key)");
  await realtime.publish("first", "anyone");
  feed = new ChangeFeed(await realtime.service.worker(), { policyMs: 10_000 });
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

/** Makes a table of these columns besides its key, published to the rows its policy shows, and returns its name. */
async function policed(columns: string, policy: string, audience = "rls"): Promise<string> {
  next += 1;
  const table = `policed_${next}`;
  await realtime.run(`create table ${table} (id int primary key, ${columns});
    alter table ${table} enable row level security;
    create policy shown on ${table} for select to app_users using (${policy})`);
  await realtime.publish(table, audience);
  return table;
}

async function subscribe(table: string, userId: string | null, asked: Partial<ChangeSubscription> = {}) {
  const { databaseId: id, projectId, service } = realtime;
  const told = listener();
  const who = { userId, claims: { sub: userId } };
  const open = await feed.subscribe(
    { projectId, database: { id, hostId: service.hostId }, who, table, columns: ["id"], ...asked },
    told.sink,
  );
  return { ...told, ...open };
}

const to = (told: Told, events: string[]) => expect.poll(() => told.events).toEqual(events);

it("AT-H1 SV-C3: a policy by a virtual generated column shows no row, a gap instead", async () => {
  const table = await policed(
    "title text, secret boolean generated always as (title like 'secret%') virtual",
    "secret is not true",
  );
  const [user, visitor] = [await subscribe(table, "usr_a"), await subscribe(table, null)];
  await realtime.run(`insert into ${table} values (1, 'secret')`);
  await realtime.run(`update ${table} set title = 'secret too'`);
  await realtime.run(`delete from ${table}`);
  for (const one of [user, visitor]) await to(one, ["gap access", "gap access", "gap access"]);
  for (const one of [user, visitor]) one.close();
});

it("AT-H1: so does one by a function of the whole row, but not one by other columns", async () => {
  const table = await policed("title text, secret boolean generated always as (title like 'secret%') virtual", "true");
  await realtime.run(`create function ${table}_sees(${table}) returns boolean language sql stable
      as $$ select $1.secret is not true $$;
    alter policy shown on ${table} using (${table}_sees(${table}))`);
  const user = await subscribe(table, "usr_a");
  await realtime.run(`insert into ${table} values (1, 'secret')`);
  await to(user, ["gap access"]);
  await realtime.run(`alter policy shown on ${table} using (title <> 'secret')`);
  await realtime.run(`insert into ${table} values (2, 'open'), (3, 'secret')`);
  await to(user, ["gap access", 'insert {"id":2}']);
  user.close();
});

it("SV-C3: publishing says which columns policies can't be judged by, and refuses one as the owner's", async () => {
  const table = await policed("title text, secret boolean generated always as (title like 'secret%')", "not secret");
  const published = { table: `public.${table}`, audience: "rls", recorded: true, unjudgeable: ["secret"] };
  expect(await realtime.publish(table, "rls")).toEqual(published);
  const choices = await listTableChoices(realtime.owner, realtime);
  expect(choices?.find((one) => one.table === published.table)).toMatchObject({ unjudgeable: ["secret"] });
  const virtual = await policed("name text, owner_id text generated always as (name) virtual", "true", "anyone");
  await expect(realtime.publish(virtual, "owner:owner_id")).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining('virtual generated column "owner_id"'),
  });
});

it("SV-C3: a virtual column is named in `omitted`, never null, and no filter can use it", async () => {
  const table = await policed("first text, full_name text generated always as (first || '!') virtual", "true");
  const user = await subscribe(table, "usr_a", { columns: undefined });
  await realtime.run(`insert into ${table} values (1, 'Ada')`);
  await to(user, ['insert {"id":1,"first":"Ada"}']);
  expect(user.batches[0]?.changes[0]?.omitted).toEqual(["full_name"]);
  const filter = [{ column: "full_name", op: "eq" as const, value: "Ada!" }];
  await expect(subscribe(table, "usr_a", { filter })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("virtual"),
  });
  user.close();
});

it("6.1: a generated column is told as SELECT has it where it is stored, and named where it is virtual", async () => {
  const table = await policed(
    `first text, last text, full_name text generated always as (first || ' ' || last) virtual,
      full_stored text generated always as (first || ' ' || last) stored`,
    "true",
    "anyone",
  );
  const [all, some] = [
    await subscribe(table, null, { columns: undefined }),
    await subscribe(table, null, { columns: ["id", "full_name", "full_stored"] }),
  ];
  const filter = [{ column: "full_stored", op: "eq" as const, value: "Ada B" }];
  const fitting = await subscribe(table, null, { filter });
  await realtime.run(
    `insert into ${table} values (1, 'Ada', 'L'); update ${table} set last = 'B'; delete from ${table}`,
  );
  await to(all, [
    'insert {"id":1,"first":"Ada","last":"L","full_stored":"Ada L"}',
    'update {"id":1,"first":"Ada","last":"B","full_stored":"Ada B"}',
    'delete {"id":1}',
  ]);
  await to(some, [
    'insert {"id":1,"full_stored":"Ada L"}',
    'update {"id":1,"full_stored":"Ada B"}',
    'delete {"id":1,"full_stored":"Ada B"}',
  ]);
  await to(fitting, ['insert {"id":1}', 'delete {"id":1}']);
  const omitted = [all, some].flatMap(({ batches }) =>
    batches.flatMap(({ changes }) => changes.map((one) => one.omitted)),
  );
  expect(omitted).toEqual(Array(6).fill(["full_name"]));
  for (const one of [all, some, fitting]) one.close();
});

it("AT-H2: a policy by a value of more than 64 KB sees the value", async () => {
  const table = await policed("readers jsonb", "readers is null or readers ? coppice.user_id()");
  const [ann, bob] = [await subscribe(table, "usr_ann"), await subscribe(table, "usr_bob")];
  const readers = `(select jsonb_agg('usr_' || n) || '["usr_ann"]' from generate_series(1, 8000) as n)`;
  await realtime.run(`insert into ${table} select 1, ${readers} union all select 2, null`);
  await realtime.run(`update ${table} set readers = readers where id = 1`);
  await realtime.run(`delete from ${table} where id = 1`);
  await realtime.run(`delete from ${table} where id = 2`);
  await to(ann, ['insert {"id":1}', 'insert {"id":2}', 'update {"id":1}', 'delete {"id":1}', 'delete {"id":2}']);
  await to(bob, ['insert {"id":2}', 'delete {"id":2}']);
  for (const one of [ann, bob]) one.close();
});

it("AT-H2: a row too large to be kept for policies is told as a gap, also when it is deleted", async () => {
  const table = await policed("note text, body text", "note not like 'secret%'");
  const user = await subscribe(table, "usr_a");
  await realtime.run(`insert into ${table} values (1, 'secret', repeat('x', 300000))`);
  await realtime.run(`update ${table} set body = ''`);
  await realtime.run(`delete from ${table}`);
  await realtime.run(`insert into ${table} values (2, 'open', '')`);
  await to(user, ["gap access", "gap access", 'insert {"id":2}']);
  user.close();
});

it("AT-H2: a filter by a value that is too large to be sent is told as a gap", async () => {
  const table = await policed("room int, note text", "true");
  const filter = [
    { column: "room", op: "eq" as const, value: 1 },
    { column: "note", op: "neq" as const, value: "x" },
  ];
  const user = await subscribe(table, "usr_a", { filter });
  await realtime.run(`insert into ${table} values (1, 2, repeat('y', 70000))`);
  await realtime.run(`insert into ${table} values (2, 1, repeat('y', 70000))`);
  await to(user, ["gap access"]);
  user.close();
});

const ALTERED: [string, string, string, string, string][] = [
  [
    "a renamed column",
    "hidden_from text",
    "hidden_from is distinct from 'usr_b'",
    "'usr_b'",
    "rename hidden_from to hidden_for",
  ],
  [
    "two columns that exchanged names",
    "a boolean, b boolean",
    "not b",
    "false, true",
    "rename a to c; alter table {t} rename b to a; alter table {t} rename c to b",
  ],
  [
    "a column added later",
    "note text",
    "true",
    "'x'",
    "add hidden boolean default true; alter policy shown on {t} using (not hidden)",
  ],
  [
    "a retyped column",
    "level numeric",
    "level < 2",
    "1.6",
    "alter level type int; create policy shown on {t} using (level < 2)",
  ],
  [
    "a dropped column that came again",
    "note text",
    "note is null or note = 'a'",
    "'x'",
    "drop note cascade; alter table {t} add note text default 'b'; create policy shown on {t} using (note is null or note = 'a')",
  ],
];

it.each(ALTERED)(
  "AT-H3: a change recorded before %s is told as a gap",
  async (name, columns, policy, values, change) => {
    const table = await policed(columns, policy);
    const users = [await subscribe(table, "usr_b"), await subscribe(table, null)];
    const alter = change.replaceAll("{t}", table);
    const drops = name.startsWith("a retyped") ? `drop policy shown on ${table};` : "";
    await realtime.run(
      `begin; insert into ${table} values (1, ${values}); ${drops} alter table ${table} ${alter}; commit`,
    );
    for (const one of users) await to(one, ["gap access", "gap bulk"]);
    for (const one of users) one.close();
  },
);

it("AT-H3: so is one whose enum was given other labels, also where anyone may see the row", async () => {
  await realtime.run("create type stage as enum ('draft', 'open')");
  const table = await policed("stage stage", "stage = 'open'");
  const all = await policed("stage stage", "true", "anyone");
  const users = [await subscribe(table, "usr_b"), await subscribe(all, null)];
  await realtime.run(`begin; insert into ${table} values (1, 'open'); insert into ${all} values (1, 'open');
    alter type stage rename value 'open' to 'x'; alter type stage rename value 'draft' to 'open';
    alter type stage rename value 'x' to 'draft'; commit`);
  for (const one of users) await to(one, ["gap access", "gap bulk"]);
  // The policy goes with the label that it was written with.
  await realtime.run(`insert into ${table} values (2, 'draft'), (3, 'open')`);
  await to(users[0] as Told, ["gap access", "gap bulk", 'insert {"id":2}']);
  for (const one of users) one.close();
});

it("AT-H3: so is one of another table that had the name", async () => {
  const table = await policed("secret boolean", "true");
  const user = await subscribe(table, "usr_a");
  await realtime.run(`begin; insert into ${table} values (1, true); alter table ${table} rename to ${table}_former;
    create table ${table} (id int primary key, secret boolean); alter table ${table} enable row level security;
    create policy shown on ${table} using (true); select coppice_realtime.publish('${table}', 'rls'); commit`);
  await to(user, ["gap access"]);
  user.close();
});

const EXACT: [string, string, string, string][] = [
  ["a JSON null", "doc jsonb", "doc is null", "'null'"],
  ["a document with equal keys", "doc json", `doc::text like '%"open"%"closed"%'`, `'{"a":"open","a":"closed"}'`],
  ["an array that begins elsewhere", "a int[]", "a[1] is null and a[0] = 7", "'[0:1]={7,null}'"],
  ["a negative zero", "f float8", "f::text = '-0'", "'-0'"],
  ["a range of dates in another style", "r daterange", "lower(r) = '2026-02-01'", "'[01.02.2026,05.02.2026)'"],
  ["amounts of money", "m money", "m = 5::money", "5::money"],
  ["a composite value", "c point_of_sale", "(c).sold = 9007199254740993", "row(9007199254740993, null)"],
  [
    "a number of many digits in a document",
    "doc jsonb",
    "(doc ->> 'n') = '9007199254740993.10'",
    `'{"n":9007199254740993.10}'`,
  ],
];

it.each(EXACT)("AT-H1: a policy judges %s as a SELECT does", async (_, columns, policy, value) => {
  await realtime.run(`do $$ begin create type point_of_sale as (sold bigint, note jsonb);
    exception when duplicate_object then null; end $$`);
  const table = await policed(columns, `(${policy}) or id = 2`);
  const user = await subscribe(table, "usr_a");
  await realtime.run(`set datestyle = 'German'; set lc_monetary = 'C'; insert into ${table} values (1, ${value})`);
  const [row] = await realtime.run<{ sees: boolean }>(`select coalesce(${policy}, false) as sees from ${table}`);
  await realtime.run(`insert into ${table} values (2, null)`);
  await to(user, [...(row?.sees ? ['insert {"id":1}'] : []), 'insert {"id":2}']);
  user.close();
});

it("SV-H4: a document that jsonb doesn't take is written, told and judged", async () => {
  const table = await policed("doc json", "doc is not null");
  const user = await subscribe(table, "usr_a");
  await realtime.run(`insert into ${table} values (1, '{"n":1e200000,"s":"\\u0000"}')`);
  await to(user, ['insert {"id":1}']);
  user.close();
});

it("AT-H3: a column that has the name of the recorded rows is not taken for the row", async () => {
  const table = await policed("hidden boolean, new_rows text, old_rows text", "not hidden");
  const user = await subscribe(table, "usr_b");
  await realtime.run(`insert into ${table} values (1, true, '(1,f,,)', '(1,f,,)')`);
  await realtime.run(`update ${table} set new_rows = '(1,f,x,)'; delete from ${table}`);
  await realtime.run(`insert into ${table} values (2, false, '(2,t,,)', '(2,t,,)')`);
  await to(user, ['insert {"id":2}']);
  user.close();
});

it("SV-H1: columns that have the names of the recorder's own are recorded as any others", async () => {
  const names = ["root", "affected", "bytes", "is_policed", "shape", "was", "made", "body", "large", "record", "place"];
  const table = await policed(names.map((name) => `${name} int default 1`).join(", "), "large = 1");
  const user = await subscribe(table, "usr_b");
  await realtime.run(`insert into ${table} values (1)`);
  await realtime.run(`insert into ${table} values (2), (3)`);
  await realtime.run(`update ${table} set made = 2 where id > 1; delete from ${table} where id < 3`);
  const added = ["1", "2", "3"].map((id) => `insert {"id":${id}}`);
  const changed = ["2", "3"].map((id) => `update {"id":${id}}`);
  await to(user, [...added, ...changed, 'delete {"id":1}', 'delete {"id":2}']);
  user.close();
});
