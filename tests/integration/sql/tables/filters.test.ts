import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browseRows } from "@/lib/sql/tables/browse";
import { countRows } from "@/lib/sql/tables/count";
import { type RowFilter, RowFilters } from "@/lib/sql/tables/filters/resource";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, owner, databaseId, url } = await openOwnedDatabase();

/** Texts that break a value that is not quoted, compared or sent as it should be. */
const NASTY = [
  `'; DROP TABLE things; --`,
  `a%b_c\\d`,
  `"quoted", {braces}, (parens)`,
  "$1 $2 ::text",
  "ünï\u202Ecode 🦉\nline",
  "",
];

beforeAll(async () => {
  await asCustomer(url, async (client) => {
    await client.query(`
      CREATE TYPE mood AS ENUM ('sad', 'o''k', 'happy');
      CREATE DOMAIN amount AS numeric(10,2);
      CREATE TABLE things (
        id int PRIMARY KEY, word text, "we'ird ""name" text, price amount, mood mood, is_sold boolean, facts jsonb, raw json,
        tags text[], numbers int[], moods mood[], born date, made timestamptz, uid uuid, address inet
      )`);
    for (const [index, word] of NASTY.entries()) {
      await client.query(
        `INSERT INTO things VALUES ($1::int, $2::text, $2::text, $1::int + 0.5, ($3::text[])[1 + $1::int % 3]::mood, $1::int % 2 = 0,
           jsonb_build_object('n', $1::int, 'word', $2::text), json_build_object('n', $1::int), ARRAY[$2::text, 'all'], ARRAY[$1::int, 100],
           ARRAY[($3::text[])[1 + $1::int % 3]]::mood[], date '2026-01-01' + $1::int, timestamptz '2026-01-01 12:00+00' + $1::int * interval '1 day',
           lpad(($1::int)::text, 32, '0')::uuid, ('10.0.0.' || $1::int)::inet)`,
        [index + 1, word, ["sad", "o'k", "happy"]],
      );
    }
    await client.query("INSERT INTO things (id) VALUES (7)");
  });
});

afterAll(() => service.close());

const browse = (filters: RowFilter[]) => browseRows(owner, { databaseId, schema: "public", name: "things", filters });
const idsOf = async (filters: RowFilter[]) => {
  const { faults, rows } = await browse(filters);
  expect(faults).toEqual([]);
  return rows.map(({ cells }) => Number(cells[0]));
};
const faultOf = async (filter: RowFilter) => (await browse([filter])).faults[0]?.message;

describe("operators of a filter", () => {
  it.each(NASTY)("find %j as it is", async (word) => {
    const id = NASTY.indexOf(word) + 1;
    for (const column of ["word", `we'ird "name`]) {
      expect(await idsOf([{ column, operator: "equals", value: word }])).toEqual([id]);
      expect(await idsOf([{ column, operator: "in", values: [word, "none of them"] }])).toEqual([id]);
      expect(await idsOf([{ column, operator: "not in", values: [word] }])).not.toContain(id);
      expect(await idsOf([{ column, operator: "differs", value: word }])).toHaveLength(NASTY.length - 1);
      expect(await idsOf([{ column, operator: "between", values: [word, word] }])).toEqual([id]);
      expect(await idsOf([{ column, operator: "contains", value: word }])).toContain(id);
      expect(await idsOf([{ column, operator: "starts with", value: word }])).toContain(id);
    }
    expect(await idsOf([{ column: "tags", operator: "has element", value: word }])).toEqual([id]);
    expect(await idsOf([{ column: "facts", operator: "json contains", value: JSON.stringify({ word }) }])).toEqual([
      id,
    ]);
  });

  it.each<[string, RowFilter, number[]]>([
    ["=", { column: "price", operator: "equals", value: "2.50" }, [2]],
    ["≠", { column: "id", operator: "differs", value: "1" }, [2, 3, 4, 5, 6, 7]],
    ["<", { column: "price", operator: "less", value: "2.5" }, [1]],
    ["≤", { column: "price", operator: "at most", value: "2.5" }, [1, 2]],
    [">", { column: "born", operator: "greater", value: "2026-01-06" }, [6]],
    ["≥", { column: "made", operator: "at least", value: "2026-01-06 12:00:00+00" }, [5, 6]],
    ["≥ in a zone", { column: "made", operator: "at least", value: "2026-01-06 13:00+01" }, [5, 6]],
    ["order of an enum", { column: "mood", operator: "at least", value: "o'k" }, [1, 2, 4, 5]],
    ["LIKE", { column: "word", operator: "like", value: "a\\%b\\_c%" }, [2]],
    ["LIKE, minding case", { column: "word", operator: "like", value: "A%" }, []],
    ["~", { column: "word", operator: "matches", value: "^[a-z]%b" }, [2]],
    ["~ on a number", { column: "id", operator: "matches", value: "^[12]$" }, [1, 2]],
    ["~*", { column: "word", operator: "matches ignoring case", value: "drop TABLE" }, [1]],
    ["IN", { column: "id", operator: "in", values: ["2", "4", "99"] }, [2, 4]],
    ["IN of uuids", { column: "uid", operator: "in", values: ["00000000000000000000000000000003"] }, [3]],
    ["IN of an enum", { column: "mood", operator: "in", values: ["o'k", "happy"] }, [1, 2, 4, 5]],
    ["NOT IN", { column: "id", operator: "not in", values: ["2", "4"] }, [1, 3, 5, 6, 7]],
    ["BETWEEN", { column: "born", operator: "between", values: ["2026-01-03", "2026-01-05"] }, [2, 3, 4]],
    ["BETWEEN of addresses", { column: "address", operator: "between", values: ["10.0.0.2", "10.0.0.3"] }, [2, 3]],
    ["is null", { column: "word", operator: "is null" }, [7]],
    ["is not null", { column: "tags", operator: "is not null" }, [1, 2, 3, 4, 5, 6]],
    ["is true", { column: "is_sold", operator: "is true" }, [2, 4, 6]],
    ["is false", { column: "is_sold", operator: "is false" }, [1, 3, 5]],
    ["json contains", { column: "raw", operator: "json contains", value: '{"n": 4}' }, [4]],
    ["has element", { column: "numbers", operator: "has element", value: "3" }, [3]],
    ["has element of an enum", { column: "moods", operator: "has element", value: "o'k" }, [1, 4]],
  ])("%s", async (_, filter, ids) => {
    expect(await idsOf([filter])).toEqual(ids);
  });

  it("of a group are joined by OR, and groups by AND", async () => {
    const filters: RowFilter[] = [
      { column: "id", operator: "less", value: "5" },
      {
        any: [
          { column: "id", operator: "equals", value: "1" },
          { column: "is_sold", operator: "is true" },
        ],
      },
    ];
    expect(await idsOf(filters)).toEqual([1, 2, 4]);
    const counted = await countRows(owner, { databaseId, schema: "public", name: "things", sort: [], filters });
    expect(counted).toEqual({ count: 3 });
  });
});

describe("a condition that does not fit", () => {
  it.each<[RowFilter, string]>([
    [{ column: "id", operator: "equals", value: "x" }, 'Invalid input syntax for type integer: "x".'],
    [
      { column: "born", operator: "between", values: ["2026-02-30", "2026-03-01"] },
      'Date/time field value out of range: "2026-02-30".',
    ],
    [{ column: "mood", operator: "in", values: ["sad", "grim"] }, 'Invalid input value for enum public.mood: "grim".'],
    [
      { column: "word", operator: "matches", value: "(open" },
      "Invalid regular expression: parentheses () not balanced.",
    ],
    [
      { column: "word", operator: "matches ignoring case", value: "a{9999}" },
      "Invalid regular expression: invalid repetition count(s).",
    ],
    [{ column: "facts", operator: "json contains", value: "{n: 1}" }, "Invalid input syntax for type json."],
    [{ column: "numbers", operator: "has element", value: "one" }, 'Invalid input syntax for type integer: "one".'],
    [{ column: "word", operator: "like", value: "end\\" }, "The pattern must not end with \\."],
    [{ column: "word", operator: "is true" }, "This condition doesn't fit the type text."],
    [{ column: "word", operator: "json contains", value: "{}" }, "This condition doesn't fit the type text."],
    [{ column: "word", operator: "has element", value: "a" }, "This condition doesn't fit the type text."],
    [{ column: "id", operator: "between", values: ["1"] }, "Enter two values."],
    [{ column: "id", operator: "in" }, "Enter at least one value."],
    [{ column: "id", operator: "equals" }, "Enter a value."],
    [{ column: "word", operator: "equals", value: "a\u0000b" }, 'Invalid byte sequence for encoding "UTF8": 0x00.'],
  ])("%j: %s", async (filter, message) => {
    expect(await faultOf(filter)).toBe(message);
  });

  it("is named by its place, with the reasons of the others", async () => {
    const { faults, rows } = await browse([
      { column: "id", operator: "equals", value: "x" },
      {
        any: [
          { column: "id", operator: "equals", value: "1" },
          { column: "word", operator: "matches", value: "[" },
        ],
      },
    ]);
    expect(rows).toEqual([]);
    expect(faults.map(({ place }) => place)).toEqual([0, 2]);
  });

  it("is refused before it reaches PostgreSQL when it is no condition, or one too many", () => {
    const condition: RowFilter = { column: "id", operator: "is null" };
    expect(RowFilters.safeParse(Array(20).fill(condition)).success).toBe(true);
    expect(RowFilters.safeParse([...Array(19).fill(condition), { any: [condition, condition] }]).success).toBe(false);
    expect(RowFilters.safeParse([{ any: [] }]).success).toBe(false);
    expect(RowFilters.safeParse([{ column: "id", operator: "in", values: Array(101).fill("1") }]).success).toBe(false);
    expect(RowFilters.safeParse([{ column: "id", operator: "= 1 OR", value: "" }]).success).toBe(false);
  });
});
