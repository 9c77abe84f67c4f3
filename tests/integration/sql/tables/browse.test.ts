import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browseRows, RowSelection } from "@/lib/sql/tables/browse";
import { countRows } from "@/lib/sql/tables/count";
import type { RowFilter } from "@/lib/sql/tables/filters/resource";
import { listTables } from "@/lib/sql/tables/list";
import { readValue } from "@/lib/sql/tables/read-value";
import { readRelationships } from "@/lib/sql/tables/relationships";
import { asCustomer, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId, url: connectionString } = await openOwnedDatabase();

/** The name that a customer gives, to be taken as it is. */
const HOSTILE = `or"ders'; DROP TABLE people; --<script>alert(1)</script> \u202Eabc`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

beforeAll(async () => {
  await asCustomer(connectionString, async (client) => {
    await client.query(`
      CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
      CREATE DOMAIN short AS varchar(10);
      CREATE TABLE people (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, age int, mood mood, is_kind boolean DEFAULT true,
        facts jsonb, born date, code char(3), short short, loud text GENERATED ALWAYS AS (upper(name)) STORED
      );
      INSERT INTO people (name, age, mood, facts, born, code, short)
        SELECT 'name ' || n, CASE WHEN n % 4 = 0 THEN NULL ELSE n % 10 END, (ARRAY['sad', 'ok', 'happy']::mood[])[1 + n % 3],
          jsonb_build_object('n', n), date '2020-01-01' + n, 'abc', 'd' || n FROM generate_series(1, 30) AS n;
      CREATE TABLE keyless (n int, t text);
      INSERT INTO keyless SELECT n / 2, 'row ' || n FROM generate_series(1, 25) AS n;
      CREATE TABLE parted (n int, t text) PARTITION BY RANGE (n);
      CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (0) TO (10);
      CREATE TABLE parted_high PARTITION OF parted FOR VALUES FROM (10) TO (100);
      INSERT INTO parted SELECT n, 'p' || n FROM generate_series(1, 25) AS n;
      CREATE VIEW grown AS SELECT name, age FROM people WHERE age > 3;
      CREATE TABLE orders (tenant int, number int, person int REFERENCES people (id), PRIMARY KEY (tenant, number));
      INSERT INTO orders SELECT n % 3, n, 1 + n % 30 FROM generate_series(1, 20) AS n;
      CREATE SCHEMA other;
      CREATE TABLE other.notes (id bigint PRIMARY KEY, body text);
      INSERT INTO other.notes VALUES (1, repeat('long ', 1000)), (2, E'100%_\\\\sure');
      CREATE SCHEMA coppice_realtime CREATE TABLE state (id int);
      CREATE TABLE "No columns" ();
      CREATE TABLE watched (id int PRIMARY KEY);
      CREATE TRIGGER watch BEFORE UPDATE ON watched EXECUTE FUNCTION suppress_redundant_updates_trigger();
      ANALYZE people;
      ANALYZE parted_low, parted_high;
    `);
    await client.query(`CREATE TABLE ${quoted(HOSTILE.slice(0, 60))} (${quoted("a\"b'; --")} text PRIMARY KEY)`);
    await client.query(`INSERT INTO ${quoted(HOSTILE.slice(0, 60))} VALUES ($1)`, ["<script>alert(1)</script>"]);
  });
});

afterAll(() => service.close());

type Selection = Partial<RowSelection> & { limit?: number };

const browse = (selection: Selection, cursor?: string) =>
  browseRows(owner, { databaseId, schema: "public", name: "people", filters: [], limit: 7, ...selection, cursor });

/** The values of one column over every page, forwards, and whether going back from the last page shows the same. */
async function walk(selection: Selection, column: string): Promise<(string | null)[]> {
  const pages: string[] = [];
  const values: (string | null)[] = [];
  let page = await browse(selection);
  const place = page.shape.columns.findIndex(({ name }) => name === column);
  for (;;) {
    expect(page.rowsBefore).toBe(values.length);
    values.push(...page.rows.map(({ cells }) => cells[place] ?? null));
    pages.push(JSON.stringify(page.rows));
    if (page.next === null) break;
    page = await browse(selection, page.next);
  }
  const last = pages.length;
  for (let back = last - 2; back >= 0; back -= 1) {
    page = await browse(selection, page.previous ?? "");
    expect(JSON.stringify(page.rows)).toBe(pages[back]);
  }
  expect(page.previous).toBeNull();
  return values;
}

const idsOf = async (filters: RowFilter[]) =>
  (await browse({ filters, limit: 50 })).rows.map(({ cells }) => Number(cells[0]));

describe("the list of tables", () => {
  it("names tables and views with rows and size, `public` first and the service's own last, partitions with their table", async () => {
    const tables = await listTables(await service.context(organisation.member.viewer), { databaseId });
    const found = tables.map(({ schema, name, kind }) => [schema, name, kind].join("|"));
    expect(found).toEqual(
      expect.arrayContaining(["public|people|table", "public|grown|view", "public|parted|partitioned table"]),
    );
    // DA-L1: the rows of a partitioned table lie in its partitions, which are told with their table.
    const [parted, low, high] = ["parted", "parted_low", "parted_high"].map((one) =>
      tables.find(({ name }) => name === one),
    );
    expect(parted).toMatchObject({ partitionOf: null, estimatedRows: 25 });
    expect(parted?.bytes).toBe((low?.bytes ?? 0) + (high?.bytes ?? 0));
    expect(low).toMatchObject({ partitionOf: { schema: "public", name: "parted" }, estimatedRows: 9 });
    expect(low?.bytes).toBeGreaterThanOrEqual(8_192);
    const whole = (await listTables(owner, { databaseId })).filter(({ partitionOf }) => partitionOf === null);
    expect(whole.slice(-2).map(({ name }) => name)).toEqual(["notes", "state"]);
    expect(found.slice(-2)).toEqual(["public|parted_high|table", "public|parted_low|table"]);
    const people = tables.find(({ name }) => name === "people");
    expect(people).toMatchObject({ estimatedRows: 30 });
    expect(people?.bytes).toBeGreaterThan(8_191);
    expect(tables.find(({ name }) => name === "keyless")).toMatchObject({ estimatedRows: null });
  });

  it("names foreign keys for the picture", async () => {
    const { tables, relationships } = await readRelationships(owner, { databaseId });
    expect(new Set(tables.map(({ schema }) => schema))).toEqual(new Set(["public", "other"]));
    expect(relationships).toEqual([
      {
        name: "orders_person_fkey",
        from: { schema: "public", name: "orders", columns: ["person"] },
        to: { schema: "public", name: "people", columns: ["id"] },
      },
    ]);
    expect(tables.find(({ name }) => name === "orders")?.columns[0]).toEqual({
      name: "tenant",
      type: "integer",
      isKey: true,
    });
  });
});

describe("the shape of a table", () => {
  it("knows types, enums, defaults, generated columns, keys and their targets", async () => {
    const { shape } = await browse({});
    const columns = Object.fromEntries(shape.columns.map((column) => [column.name, column]));
    expect(columns.id).toMatchObject({ type: "integer", isGenerated: true, isNullable: false });
    expect(columns.mood).toMatchObject({ input: "enum", labels: ["sad", "ok", "happy"] });
    expect(columns.is_kind).toMatchObject({ input: "boolean", default: "true" });
    expect(columns.loud).toMatchObject({ isGenerated: true });
    expect(columns.short).toMatchObject({ type: "public.short", baseType: "character varying" });
    expect(shape).toMatchObject({ primaryKey: ["id"], readOnlyReason: null, estimatedRows: 30, foreignKeys: [] });
    const orders = await browse({ name: "orders" });
    expect(orders.shape.foreignKeys).toEqual([
      expect.objectContaining({
        columns: ["person"],
        target: { schema: "public", name: "people" },
        targetColumns: ["id"],
      }),
    ]);
  });

  it("says why rows of views and tables without a key cannot be changed, and which take a restore point", async () => {
    expect((await browse({ name: "grown" })).shape.readOnlyReason).toContain("view is read-only");
    expect((await browse({ name: "keyless" })).shape.readOnlyReason).toContain("no primary key");
    expect((await browse({ name: "parted" })).shape.readOnlyReason).toContain("no primary key");
    const { readOnlyReason, restorePointReason } = (await browse({ name: "watched" })).shape;
    expect(readOnlyReason).toBeNull();
    expect(restorePointReason).toMatch(/^This table has triggers\. .* a restore point is created first\./);
  });
});

describe("pages of rows", () => {
  it("follow the primary key, there and back", async () => {
    expect(await walk({}, "id")).toEqual(Array.from({ length: 30 }, (_, n) => String(n + 1)));
    expect(await walk({ name: "orders" }, "number")).toHaveLength(20);
  });

  it.each(["ascending", "descending"] as const)("sort by a column, %s, with NULLs last", async (direction) => {
    const ages = await walk({ sort: [{ column: "age", direction }] }, "age");
    const known = ages.slice(0, 23).map(Number);
    expect(ages.slice(23)).toEqual(Array.from({ length: 7 }, () => null));
    expect(known).toEqual([...known].sort((a, b) => (direction === "ascending" ? a - b : b - a)));
    expect(new Set(await walk({ sort: [{ column: "age", direction }] }, "id")).size).toBe(30);
  });

  it("sort types by their own order, and those without one by their text", async () => {
    const moods = await walk({ sort: [{ column: "mood", direction: "ascending" }] }, "mood");
    expect(moods).toEqual(
      [...moods].sort((a, b) => ["sad", "ok", "happy"].indexOf(a ?? "") - ["sad", "ok", "happy"].indexOf(b ?? "")),
    );
    expect(new Set(await walk({ sort: [{ column: "facts", direction: "descending" }] }, "id")).size).toBe(30);
    expect(new Set(await walk({ sort: [{ column: "code", direction: "descending" }] }, "id")).size).toBe(30);
    const ids = await walk({ sort: [{ column: "id", direction: "descending" }] }, "id");
    expect(ids[0]).toBe("30");
  });

  it.each([
    ["ascending", "descending"],
    ["descending", "ascending"],
  ] as const)("sort by several columns, %s and %s, with NULLs last in each", async (first, second) => {
    const sort = [
      { column: "age", direction: first },
      { column: "mood", direction: second },
      { column: "born", direction: first },
    ];
    const expected = await asCustomer(connectionString, async (client) => {
      const [one, two] = [first, second].map((direction) => `${direction === "ascending" ? "ASC" : "DESC"} NULLS LAST`);
      return client.query(`SELECT id::text FROM people ORDER BY age ${one}, mood ${two}, born ${one}`);
    });
    expect(await walk({ sort }, "id")).toEqual(expected.rows.map(({ id }) => id));
  });

  it("follow the place of rows without a primary key, over partitions too", async () => {
    expect(new Set(await walk({ name: "keyless" }, "t")).size).toBe(25);
    expect(new Set(await walk({ name: "keyless", sort: [{ column: "n", direction: "descending" }] }, "t")).size).toBe(
      25,
    );
    expect(new Set(await walk({ name: "parted" }, "t")).size).toBe(25);
  });

  it("of views are counted off", async () => {
    const { isCountedOff } = await browse({ name: "grown" });
    expect(isCountedOff).toBe(true);
    expect(
      new Set(await walk({ name: "grown", sort: [{ column: "name", direction: "ascending" }] }, "name")).size,
    ).toBeGreaterThan(7);
  });

  it("show a table without columns or rows", async () => {
    expect((await browse({ name: "No columns" })).rows).toEqual([]);
  });

  it("TI-06: take no cursor that was made up, nor one of another list", async () => {
    const { next } = await browse({});
    expect(next).not.toBeNull();
    for (const cursor of ["x", `${next}x`, Buffer.from('{"rowsBefore":0}').toString("base64url")]) {
      await expect(browse({}, cursor)).rejects.toMatchObject({ code: "invalid_request" });
    }
    await expect(browse({ name: "orders" }, next ?? "")).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("cut long values, which are read in full one by one", async () => {
    const { rows } = await browse({ schema: "other", name: "notes" });
    expect(rows[0]?.cells[1]).toHaveLength(240);
    expect(rows[0]?.cut).toEqual([1]);
    const input = { databaseId, table: { schema: "other", name: "notes" }, key: { id: "1" } };
    expect((await readValue(owner, { ...input, column: "body" })).text).toHaveLength(5_000);
    await expect(readValue(owner, { ...input, key: { id: "9" }, column: "body" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(readValue(owner, { ...input, column: "none" })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("filters", () => {
  it("compare by the column's type, and are joined by and", async () => {
    expect(await idsOf([{ column: "id", operator: "at least", value: "28" }])).toEqual([28, 29, 30]);
    expect(
      await idsOf([
        { column: "mood", operator: "greater", value: "ok" },
        { column: "id", operator: "less", value: "6" },
      ]),
    ).toEqual([2, 5]);
    expect(await idsOf([{ column: "born", operator: "equals", value: "2020-01-03" }])).toEqual([2]);
    expect(
      await idsOf([
        { column: "age", operator: "is null" },
        { column: "id", operator: "at most", value: "8" },
      ]),
    ).toEqual([4, 8]);
    expect(await idsOf([{ column: "name", operator: "contains", value: "AME 3" }])).toEqual([3, 30]);
    expect(await idsOf([{ column: "short", operator: "equals", value: "d7" }])).toEqual([7]);
    expect(await idsOf([{ column: "code", operator: "differs", value: "abc" }])).toEqual([]);
    expect(await idsOf([{ column: "facts", operator: "equals", value: '{"n": 4}' }])).toEqual([4]);
  });

  it("take signs of patterns as they are", async () => {
    const search = (value: string) =>
      browse({ schema: "other", name: "notes", filters: [{ column: "body", operator: "contains", value }] });
    expect((await search("%_\\")).rows.map(({ cells }) => cells[0])).toEqual(["2"]);
    expect((await search("0_\\")).rows).toEqual([]);
  });

  it("count exactly on demand", async () => {
    const count = (filters: RowFilter[]) =>
      countRows(owner, { databaseId, schema: "public", name: "people", sort: [], filters });
    expect(await count([])).toEqual({ count: 30 });
    expect(await count([{ column: "age", operator: "is null" }])).toEqual({ count: 7 });
  });

  it("refuse a value that is none of the type, and a column that is not there", async () => {
    const filters: RowFilter[] = [
      { column: "id", operator: "at least", value: "1" },
      {
        any: [
          { column: "age", operator: "equals", value: "1; DROP TABLE people" },
          { column: "no", operator: "is null" },
        ],
      },
    ];
    const { rows, faults } = await browse({ filters });
    expect(rows).toEqual([]);
    expect(faults).toEqual([
      { place: 1, message: 'Invalid input syntax for type integer: "1; DROP TABLE people".' },
      { place: 2, message: "The table has no column no." },
    ]);
    const counted = countRows(owner, { databaseId, schema: "public", name: "people", sort: [], filters });
    await expect(counted).rejects.toMatchObject({ code: "invalid_request" });
    expect(
      RowSelection.safeParse({ schema: "a", name: "b", filters: [{ column: "a", operator: "= 1 OR", value: "" }] })
        .success,
    ).toBe(false);
  });
});

describe("access to tables", () => {
  it("a stranger's database is not found, and a viewer may read", async () => {
    const stranger = await service.context((await service.organisation()).member.owner);
    const selection = { schema: "public", name: "people", sort: [], filters: [] };
    for (const [ctx, id] of [
      [stranger, databaseId],
      [owner, NO_SUCH_DATABASE],
    ] as const) {
      await expect(browseRows(ctx, { ...selection, databaseId: id })).rejects.toMatchObject({
        code: "database_not_found",
      });
      await expect(listTables(ctx, { databaseId: id })).rejects.toMatchObject({ code: "database_not_found" });
      await expect(countRows(ctx, { ...selection, databaseId: id })).rejects.toMatchObject({
        code: "database_not_found",
      });
    }
    const viewer = await service.context(organisation.member.viewer);
    expect((await browseRows(viewer, { ...selection, databaseId })).rows).toHaveLength(30);
  });

  it("a table that is not there is not found", async () => {
    await expect(browse({ name: "nobody" })).rejects.toMatchObject({ code: "not_found" });
    await expect(browse({ schema: "pg_catalog", name: "pg_authid" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("hostile schemas", () => {
  it("HP-01: names with quotes, markup and right-to-left signs are names", async () => {
    const name = HOSTILE.slice(0, 60);
    const column = "a\"b'; --";
    const { rows, shape } = await browse({
      name,
      sort: [{ column, direction: "descending" }],
      filters: [{ column, operator: "contains", value: "<script>" }],
    });
    expect(shape.columns[0]?.name).toBe(column);
    expect(rows).toEqual([
      { key: { [column]: "<script>alert(1)</script>" }, cells: ["<script>alert(1)</script>"], cut: [] },
    ]);
  });

  it("functions, operators and settings of the customer's own take no part", async () => {
    await asCustomer(connectionString, async (client) => {
      await client.query(`
        CREATE SCHEMA trap;
        CREATE TABLE trap.sprung (by_what text);
        CREATE FUNCTION trap.spring(int, int) RETURNS boolean LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO trap.sprung VALUES ('operator'); RETURN true; END $$;
        CREATE OPERATOR trap.= (LEFTARG = int, RIGHTARG = int, FUNCTION = trap.spring);
        CREATE OPERATOR trap.>= (LEFTARG = int, RIGHTARG = int, FUNCTION = trap.spring);
        CREATE FUNCTION trap.left(text, int) RETURNS text LANGUAGE sql AS $$ SELECT 'sprung' $$;
        CREATE FUNCTION trap.has_table_privilege(oid, text) RETURNS boolean LANGUAGE sql AS $$ SELECT false $$;
        CREATE VIEW trap.pg_class AS SELECT 1 AS oid;
      `);
      await client.query(`ALTER ROLE ${databaseId} SET search_path = trap, pg_catalog, public`);
      await client.query(`ALTER ROLE ${databaseId} SET "DateStyle" = 'SQL, DMY'`);
    });
    try {
      expect(await idsOf([{ column: "id", operator: "at least", value: "29" }])).toEqual([29, 30]);
      const { rows } = await browse({ filters: [{ column: "id", operator: "equals", value: "2" }] });
      expect(rows.map(({ cells }) => [cells[0], cells[6]])).toEqual([["2", "2020-01-03"]]);
      expect((await listTables(owner, { databaseId })).map(({ name }) => name)).toContain("people");
      await asCustomer(connectionString, async (client) => {
        expect((await client.query("SELECT * FROM trap.sprung")).rows).toEqual([]);
      });
    } finally {
      await asCustomer(connectionString, (client) => client.query(`ALTER ROLE ${databaseId} RESET ALL`));
    }
  });
});
