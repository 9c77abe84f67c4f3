import { afterAll, expect, it } from "vitest";
import { findConflicts } from "@/lib/sql/data-changes/conflicts";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const CREATED = `drop table if exists changed cascade; drop type if exists kind, pair cascade;
  create type kind as enum ('a', 'b', 'c'); create type pair as (a int, b int);
  create table changed (id int primary key, kinds kind[], p pair, n numeric(8, 2));
  insert into changed values (1, '{a}', (1, 2), 1.50), (2, '{b}', (3, 4), 2.50)`;

const CHANGES = ["update changed set kinds = '{c}', p = (5, 6), n = 3.25", "delete from changed"];

/** The changes of the table and its types between a change and its undo, and the reason of a refusal, if any. */
const ALTERED: [what: string, sql: string, refusal: RegExp | null][] = [
  [
    "labels that were exchanged",
    `alter type kind rename value 'a' to 'was a'; alter type kind rename value 'b' to 'a';
     alter type kind rename value 'was a' to 'b'`,
    /type of the column "kinds" .* may mean others/,
  ],
  [
    "a label that took the name of another",
    "alter type kind rename value 'a' to 'was a'; alter type kind add value 'a'",
    /type of the column "kinds" .* may mean others/,
  ],
  ["a label more", "alter type kind add value 'd'", null],
  [
    "another attribute in a composite type",
    "alter type pair drop attribute b; alter type pair add attribute c int",
    /type of the column "p" .* may mean others/,
  ],
  ["a composite type whose attribute was renamed", "alter type pair rename attribute b to c", null],
  ["a scale that rounds", "alter table changed alter n type numeric(8, 0)", /afterwards|exactly/],
  [
    "policies that hide its rows from the owner",
    "alter table changed enable row level security; alter table changed force row level security",
    /Row-level security is forced/,
  ],
  ["another key", "alter table changed drop constraint changed_pkey; create unique index on changed (id, n)", null],
  ["no key", "alter table changed drop constraint changed_pkey", null],
];

it.each(ALTERED.flatMap((altered) => CHANGES.map((change) => [change, ...altered] as const)))(
  "SQ-H3: undoing %j on a table that has %s since changes nothing but what it should",
  async (change, _, sql, refusal) => {
    const rows = async () =>
      (await asCustomer(url, (client) => client.query("select t::text from changed as t order by id"))).rows;
    await setUp(CREATED);
    const before = await rows();
    const [made] = await changeByText(owner, databaseId, change);
    expect(made?.kind).toBe("rows");
    await setUp(sql);
    const undoing = { databaseId, changeId: made?.id ?? "" };
    if (refusal) {
      const after = await rows();
      const { message } = await findConflicts(owner, undoing);
      expect(message).toMatch(refusal);
      await expect(undoDataChange(owner, undoing)).rejects.toMatchObject({ code: "change_conflict", message });
      expect(await rows()).toEqual(after);
    } else {
      await undoDataChange(owner, undoing);
      expect(await rows()).toEqual(before);
    }
  },
);
