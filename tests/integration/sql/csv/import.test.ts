import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { importRows } from "@/lib/sql/csv/import";
import { ImportRowsInput } from "@/lib/sql/csv/import-input";
import type { ImportProgress } from "@/lib/sql/csv/resource";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();
afterAll(() => service.close());

beforeAll(() =>
  setUp(`
    CREATE TYPE mood AS ENUM ('sad', 'ok');
    CREATE TABLE items (
      id int PRIMARY KEY, name text NOT NULL, note text, price numeric(6,2), born date, facts jsonb, mood mood,
      is_kind boolean DEFAULT true, loud text GENERATED ALWAYS AS (upper(name)) STORED
    );
    CREATE TABLE plain (a text, b text);
    CREATE TABLE watched (id int PRIMARY KEY, n int);
    CREATE TABLE seen (id int);
    CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO seen VALUES (NEW.id); RETURN NEW; END $$;
    CREATE TRIGGER see AFTER INSERT ON watched FOR EACH ROW EXECUTE FUNCTION see();
    CREATE VIEW shown AS SELECT * FROM plain;`),
);

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

interface Options extends Partial<Omit<ImportRowsInput, "databaseId">> {
  table: string;
  /** Small, so that anything may fall between two chunks. */
  chunk?: number;
  signal?: AbortSignal;
  ctx?: Context;
  id?: string;
}

async function imported(file: string | Uint8Array, { table, ...options }: Options) {
  const { chunk = 7, signal = new AbortController().signal, ctx = owner, id = databaseId, ...rest } = options;
  const base = { databaseId: id, schema: "public", name: table, delimiter: ",", hasHeader: true, columns: ["a", "b"] };
  const input = ImportRowsInput.parse({ ...base, ...rest });
  const progress: ImportProgress[] = [];
  const onProgress = async (one: ImportProgress) => void progress.push(one);
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const done = await importRows(ctx, { ...input, body: chunked(bytes, chunk), signal, onProgress });
  return { ...done, progress };
}

const rows = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];
const refusal = (file: string | Uint8Array, options: Options) =>
  imported(file, options).then(
    () => null,
    (error: { code: string; message: string; details?: { path: string; message: string }[] }) => error,
  );
const linesOf = async (file: string | Uint8Array, options: Options) =>
  (await refusal(file, options))?.details?.map(({ path, message }) => `${path}: ${message}`);
const latest = () => service.db.statement.findFirstOrThrow({ where: { databaseId }, orderBy: { startedAt: "desc" } });

describe("the format of a file", () => {
  const emptied = async (file: string | Uint8Array, options: Partial<Options> = {}) => {
    await imported(file, { table: "plain", ...options });
    const found = await rows("DELETE FROM plain RETURNING a, b");
    return found;
  };

  it.for<[string, string | Uint8Array, Partial<Options>, unknown[][]]>([
    [
      "LF",
      "a,b\n1,2\n3,4\n",
      {},
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "CR LF and no end of the last line",
      "a,b\r\n1,2\r\n3,4",
      {},
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["CR alone", "a,b\r1,2\r", {}, [["1", "2"]]],
    ["empty lines at the end", "a,b\n1,2\n\n\r\n\n", {}, [["1", "2"]]],
    ["a byte order mark before a quote", '\uFEFF"a",b\n1,2\n', {}, [["1", "2"]]],
    ["a byte order mark and no header", "\uFEFF1,2\n", { hasHeader: false }, [["1", "2"]]],
    [
      "quotes, delimiters and line breaks in fields",
      'a,b\n"x ""y"", z","one\ntwo\r\nthree"\n',
      {},
      [['x "y", z', "one\ntwo\r\nthree"]],
    ],
    ["an empty field beside an empty text", 'a,b\n,""\n', {}, [[null, ""]]],
    ["a text for NULL", "a,b\nNULL,\n", { nullText: "NULL" }, [[null, ""]]],
    ["other delimiters and quotes", "a;b\n'x;''y''';2\n", { delimiter: ";", quote: "'" }, [["x;'y'", "2"]]],
    ["tabs", "a\tb\n1\t2\n", { delimiter: "\t" }, [["1", "2"]]],
    [
      "columns that are skipped, and in another order",
      "b,x,a\n2,skip,1\n",
      { columns: ["b", null, "a"] },
      [["1", "2"]],
    ],
    [
      "a line that COPY once took for its end",
      "a,b\n\\.,2\n1,\\N\n",
      {},
      [
        ["\\.", "2"],
        ["1", "\\N"],
      ],
    ],
    ["Windows-1252", Buffer.from([97, 44, 98, 10, 0xe4, 44, 0x80, 10]), { encoding: "windows-1252" }, [["ä", "€"]]],
    ["UTF-16", Buffer.from("\uFEFFa,b\nä,𝄞\n", "utf16le"), { encoding: "utf-16le" }, [["ä", "𝄞"]]],
    ["UTF-8 that is cut between chunks", "a,b\nä€𝄞,2\n", { chunk: 1 }, [["ä€𝄞", "2"]]],
  ])("%s", async ([, file, options, expected]) => {
    expect(await emptied(file, options)).toEqual(expected);
  });

  it("has fields of megabytes", async () => {
    const long = "x,\n".repeat(1_000_000);
    const found = await emptied(`a,b\n1,"${long}"\n`, { chunk: 65_536 });
    expect(found).toEqual([["1", long]]);
  });

  it("is refused where a line is longer than could be meant", async () => {
    const error = await refusal(`a,b\n1,2\n3,"${"never closed\n".repeat(1_500_000)}`, {
      table: "plain",
      chunk: 65_536,
    });
    expect(error?.message).toBe("Line 3 is longer than 16 MB. A quoted field may not be closed there.");
  });
});

describe("lines that cannot be imported", () => {
  const items = { table: "items", columns: ["id", "name", "price", "born", "facts", "mood"] };

  it("are named with their line, column and value", async () => {
    const file = [
      "id,name,price,born,facts,mood",
      '1,"two\nlines",9.5,2026-03-01,"{""a"":1}",ok',
      "x,b,,,,",
      "3,c,abc,,,",
      "4,d,99999.99,,,",
      "5,e,,31/12/2026,,",
      "6,f,,,{,",
      "7,g,,,,glad",
      "99999999999,h,,,,",
    ].join("\n");
    expect(await linesOf(file, items)).toEqual([
      "line 4, column id: 'x' is not a whole number",
      "line 5, column price: 'abc' is not a number",
      "line 6, column price: '99999.99' does not fit numeric(6,2)",
      "line 7, column born: '31/12/2026' is not a date such as 2026-03-01",
      "line 8, column facts: '{' is not valid JSON",
      "line 9, column mood: 'glad' is none of sad, ok",
      "line 10, column id: '99999999999' is too large for integer",
    ]);
    expect(await rows("SELECT FROM items")).toEqual([]);
    expect(await latest()).toMatchObject({
      status: "failed",
      command: "COPY",
      message: expect.stringContaining("7 lines"),
    });
  });

  it("have too few or too many fields, an open quote, or another encoding", async () => {
    const plain = { table: "plain" };
    expect(await linesOf("a,b\n1,2\n3\n", plain)).toEqual(["line 3: It has fewer than 2 fields."]);
    expect(await linesOf("a,b\n1,2,3\n", plain)).toEqual(["line 2: It has more than 2 fields."]);
    expect(await linesOf('a,b\n1,"2\n3,4\n5,6\n', plain)).toEqual([
      "line 2: A quoted field isn't closed before the end of the file.",
    ]);
    // DA-M3: COPY takes the lines up to the next quote for one field, and would import them so.
    const misplaced = "A quote stands in the middle of a field. Within a quoted field, write it twice.";
    expect(await linesOf('a,b\n1,2\n3,"One 6" step"\n5,6\n', plain)).toEqual([`line 3: ${misplaced}`]);
    expect(await linesOf('a,b\n1,6" x\n3,4\n5,6" y\n7,8\n', plain)).toEqual([`line 2: ${misplaced}`]);
    expect(await linesOf("a,b\r\n1,2\n", plain)).toEqual([
      "line 2: It ends with another line break than the first line.",
    ]);
    expect(await linesOf(Buffer.from([97, 44, 98, 10, 0xe4, 44, 50, 10]), plain)).toEqual([
      "line 2: The text isn't in the chosen encoding. Choose another one.",
    ]);
    expect((await refusal("a,b\n", plain))?.message).toBe("The file contains no rows.");
    expect(await rows("SELECT FROM plain")).toEqual([]);
  });

  it("are the first hundred of many", async () => {
    const error = await refusal(`id,name\n${"x,y\n".repeat(500)}`, { ...items, columns: ["id", "name"] });
    expect(error?.details).toHaveLength(100);
    expect(error?.message).toContain("100 lines or more");
  });

  it("leave out a value that is demanded, or repeat a key", async () => {
    const two = { ...items, columns: ["id", "name", "note"] };
    expect(await linesOf('id,name,note\n1,a,"x\ny"\n,b,\n', two)).toEqual([
      "line 4, column id: A value is missing. The column can't be NULL.",
    ]);
    await setUp("INSERT INTO items (id, name) VALUES (7, 'there')");
    expect(await linesOf("id,name,note\n7,a,\n8,b,\n9,c,\n8,d,\n", two)).toEqual([
      "line 2, column id: A row with this key is in the table already.",
      "line 3, column id: Another line has the same key.",
      "line 5, column id: Another line has the same key.",
    ]);
    expect(await linesOf("id,name,note\n8,a,\n8,b,\n", { ...two, mode: "update" })).toHaveLength(2);
    expect(await rows("DELETE FROM items RETURNING id")).toEqual([[7]]);
  });
});

describe("an import", () => {
  it("is one change, which can be undone, in history and audit log", async () => {
    await setUp("INSERT INTO items (id, name, price) VALUES (1, 'old', 1)");
    const columns = ["id", "name", "price"];
    const file = "id,name,price\n1,new,2.50\n2,,\n";
    const done = await imported(file, { table: "items", columns, mode: "update", fileName: "items.csv" });
    expect(done).toMatchObject({ rows: 2, skipped: 0, isDatabaseKept: false, changeId: expect.any(String) });
    expect(done.progress.map(({ phase }) => phase)).toEqual(["copied", "done"]);
    const now = "SELECT id, name, price, is_kind, loud FROM items ORDER BY id";
    // An empty field of a text column that cannot be NULL is an empty text, and a column that is not given has its default.
    expect(await rows(now)).toEqual([
      [1, "new", "2.50", true, "NEW"],
      [2, "", null, true, ""],
    ]);
    expect(await latest()).toMatchObject({ status: "succeeded", command: "COPY", rowCount: 2n });
    // DA-L12: the history names the file.
    expect((await latest()).text).toBe('COPY "public"."items" FROM STDIN WITH (FORMAT csv) -- items.csv');
    const audit = { action: "table.import", targetId: databaseId };
    expect(await service.db.auditEvent.findFirst({ where: audit, orderBy: { createdAt: "desc" } })).toMatchObject({
      actorId: owner.actor.id,
      data: { name: "public.items", file: "items.csv", mode: "update", rows: 2 },
    });
    await undoDataChange(owner, { databaseId, changeId: done.changeId ?? "" });
    expect(await rows(now)).toEqual([[1, "old", "1.00", true, "OLD"]]);
  });

  it("skips lines whose key is there", async () => {
    const options = { table: "items", columns: ["id", "name"], mode: "skip" as const };
    expect(await imported("id,name\n1,x\n5,y\n", options)).toMatchObject({ rows: 1, skipped: 1 });
    expect(await rows("SELECT id, name FROM items ORDER BY id")).toEqual([
      [1, "old"],
      [5, "y"],
    ]);
  });

  it("asks before it takes a restore point, which a failed import does not leave behind", async () => {
    const table = { table: "watched", columns: ["id", "n"] };
    const asked = await refusal("id,n\n1,1\n", table);
    expect(asked).toMatchObject({ code: "conflict", reason: expect.stringContaining("It has triggers.") });
    expect(await rows("SELECT FROM seen")).toEqual([]);
    const points = () => service.db.restorePoint.count({ where: { databaseId, status: "ready" } });
    expect((await refusal("id,n\n1,x\n", { ...table, mayKeepDatabase: true, isTrial: true }))?.code).toBe(
      "invalid_request",
    );
    expect((await refusal("id,n\n1,x\n", { ...table, mayKeepDatabase: true }))?.code).toBe("invalid_request");
    expect(await points()).toBe(0);
    const trial = await imported("id,n\n1,1\n", { ...table, mayKeepDatabase: true, isTrial: true });
    expect([trial.rows, await points(), await rows("SELECT FROM seen")]).toEqual([1, 0, []]);
    const done = await imported("id,n\n1,1\n", { ...table, mayKeepDatabase: true });
    expect([done.isDatabaseKept, await points(), await rows("SELECT id FROM seen")]).toEqual([true, 1, [[1]]]);
  });

  it("makes a new table, or nothing at all", async () => {
    const createText = 'CREATE TABLE "public"."fresh" ("n" bigint, "t" text)';
    const options = { table: "fresh", columns: ["n", "t"], createText };
    expect((await refusal("n,t\nx,y\n", options))?.code).toBe("invalid_request");
    expect(await rows("SELECT to_regclass('fresh')")).toEqual([[null]]);
    expect(await imported("n,t\n1,y\n", options)).toMatchObject({ rows: 1, changeId: null });
    expect(await rows("SELECT n, t FROM fresh")).toEqual([["1", "y"]]);
    for (const text of ["DROP TABLE plain", `${createText}; SELECT 1`, 'CREATE TABLE "public"."other" (n int)', "("]) {
      const error = await refusal("n,t\n1,y\n", { ...options, createText: text });
      expect(error?.message).toBe('The SQL must be one CREATE TABLE "public"."fresh".');
    }
  });

  it("takes 100,000 lines", async () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => `${n},"row ${n}"`).join("\n");
    const createText = 'CREATE TABLE "public"."large" ("n" bigint PRIMARY KEY, "t" text)';
    const options = { table: "large", columns: ["n", "t"], chunk: 65_536 };
    expect(await imported(`n,t\n${lines}`, { ...options, createText })).toMatchObject({ rows: 100_000 });
    expect(await rows("SELECT count(*)::int, sum(n)::int8 FROM large")).toEqual([[100_000, "4999950000"]]);
    expect((await refusal(`n,t\n${lines}`, options))?.code).toBe("conflict");
    expect(await linesOf("n,t\n99999,again\n", options)).toHaveLength(1);
  });

  it("leaves nothing when it is cancelled", async () => {
    const control = new AbortController();
    async function* endless() {
      yield Buffer.from("a,b\n1,2\n");
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield Buffer.from("3,4\n");
        control.abort();
      }
    }
    const input = ImportRowsInput.parse({
      databaseId,
      schema: "public",
      name: "plain",
      delimiter: ",",
      hasHeader: true,
      columns: ["a", "b"],
    });
    const onProgress = async () => {};
    const running = importRows(owner, { ...input, body: endless(), signal: control.signal, onProgress });
    await expect(running).rejects.toMatchObject({ message: "The import was cancelled. Nothing was imported." });
    expect(await rows("SELECT FROM plain")).toEqual([]);
    expect(await latest()).toMatchObject({ status: "cancelled" });
  });

  it("is refused to members who may only read, for an object that is no table, and is not there for a stranger", async () => {
    const table = { table: "plain" };
    const viewer = await service.context(organisation.member.viewer);
    const stranger = await service.context((await service.organisation()).member.owner);
    expect((await refusal("a,b\n1,2\n", { ...table, ctx: viewer }))?.code).toBe("missing_permission");
    for (const id of [databaseId, NO_SUCH_DATABASE]) {
      expect((await refusal("a,b\n1,2\n", { ...table, ctx: stranger, id }))?.code).toBe("database_not_found");
    }
    expect((await refusal("a,b\n1,2\n", { table: "shown" }))?.message).toBe("Rows can't be imported into a view.");
    expect((await refusal("a,b\n1,2\n", { table: "gone" }))?.code).toBe("not_found");
    for (const columns of [
      ["a", "gone"],
      ["a", "a"],
      [null, null],
    ]) {
      expect((await refusal("a,b\n1,2\n", { ...table, columns }))?.code).toBe("invalid_request");
    }
    expect(await rows("SELECT FROM plain")).toEqual([]);
  });
});

it("1.11: a quote in the middle of a line is told by its line, and nothing is imported", async () => {
  const file = 'id,name\n1,Board\n2,"One 6" step"\n3,"two\nlines"\n4,last\n';
  const options = { table: "plain", columns: ["a", "b"] };
  expect((await linesOf(file, options))?.[0]).toMatch(/3.*quote/i);
  expect(await rows("SELECT count(*)::int FROM plain")).toEqual([[0]]);
});

it("1.12: the word NULL in quotes is a text", async () => {
  const file = 'k;v\n1;NULL\n2;"NULL"\n3;\n4;""\n5;\\N\n';
  await imported(file, { table: "plain", columns: ["a", "b"], delimiter: ";", nullText: "NULL" });
  expect(await rows("DELETE FROM plain RETURNING a, b")).toEqual([
    ["1", null],
    ["2", "NULL"],
    ["3", ""],
    ["4", ""],
    ["5", "\\N"],
  ]);
});
