import { afterAll, beforeAll, expect, it } from "vitest";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, setUp } = await openOwnedDatabase();

beforeAll(() =>
  setUp(`create table authors (id int primary key); insert into authors values (1);
    create table books (id int, author int); insert into books values (1, 1), (2, 1);
    create function empties() returns int language plpgsql as $$ begin delete from public.authors; return 1; end $$;
    create function truncates() returns int language plpgsql as $$ begin truncate public.authors; return 1; end $$;
    create function indexed(int) returns int language sql immutable as 'select public.empties() + $1';
    create function indexed_too(int) returns int language sql immutable as 'select public.truncates() + $1'`),
);
afterAll(() => service.close());

/** Runs a text as somebody who confirms no restore point does. */
const run = (text: string) => runText(owner, databaseId, text, { confirmed: undefined });
const state = async () => {
  const { rows } = (await setUp(`select (select count(*)::int from authors) as authors,
    (select json_agg(to_json(b) order by id) from books as b) as books`)) as { rows: object[] };
  return rows[0];
};

it("an alteration that only adds takes no restore point, keeps every row, and a DROP takes it back", async () => {
  const before = await state();
  const added = await run(`
    alter table books add column seen timestamptz not null default now(), add column n int generated always as identity;
    alter table books add constraint of foreign key (author) references authors not valid;
    alter table books validate constraint of;
    alter table books alter id set not null, add constraint one unique (id), add constraint more check (id > 0);
    alter table only books add column twice int generated always as (id * 2) stored`);
  expect(added.map(({ status }) => status)).toEqual(Array(5).fill("succeeded"));
  expect(added.flatMap((one) => (one.status === "succeeded" && one.change ? [one.change] : []))).toEqual([]);
  expect(await state()).toMatchObject({
    books: [
      { id: 1, author: 1, n: 1, twice: 2 },
      { id: 2, n: 2 },
    ],
  });
  await setUp(`alter table books drop seen, drop n, drop twice, drop constraint of, drop constraint one,
    drop constraint more, alter id drop not null`);
  expect(await state()).toEqual(before);
});

it.each([
  [
    "default deletes",
    "alter table books add column x int default empties()",
    "It also changes 1 row in public.authors.",
  ],
  [
    "default truncates",
    "alter table books add column x int default truncates()",
    "It also changes rows in public.authors.",
  ],
  ["index deletes", "create index on books (indexed(id))", "It also changes 1 row in public.authors."],
  ["index truncates", "create index on books (indexed_too(id))", "It also changes rows in public.authors."],
])("one whose %s rows elsewhere is rolled back and asks, also within a transaction", async (_, text, reason) => {
  const before = await state();
  expect(await run(text)).toMatchObject([{ status: "cancelled", asks: { reason: expect.stringContaining(reason) } }]);
  expect(await run(`begin; ${text}; commit`)).toMatchObject([{ status: "succeeded" }, { status: "failed" }]);
  expect(await state()).toEqual(before);
});
