import { afterAll, expect, it } from "vitest";
import { EMPTY_COLUMN } from "@/components/dashboard/structure/sql/columns";
import { quoteName, quoteText } from "@/components/dashboard/structure/sql/names";
import * as parts from "@/components/dashboard/structure/sql/parts";
import * as sql from "@/components/dashboard/structure/sql/tables";
import { getTableStructure } from "@/lib/sql/structure/get";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText } from "@/tests/support/run-statements";

const { service, owner, databaseId, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

it("names are quoted as PostgreSQL quotes them", async () => {
  const answer = (await setUp(
    "SELECT word, quote_ident(word) AS quoted FROM pg_get_keywords() UNION ALL VALUES ('a b', '\"a b\"')",
  )) as { rows: { word: string; quoted: string }[] };
  expect(answer.rows.length).toBeGreaterThan(400);
  const wrong = answer.rows.filter(({ word, quoted }) => quoteName(word) !== quoted).map(({ word }) => word);
  expect(wrong.sort().join(" ")).toBe("");
  const text = String.raw`it's \ and \' and \\`;
  const read = (await setUp(`SELECT ${quoteText(text)} AS text`)) as { rows: { text: string }[] };
  expect(read.rows[0]?.text).toBe(text);
});

it("the statements of the forms run, and make the things they name", async () => {
  const run = (text: string) => changeByText(owner, databaseId, text);
  const table = { schema: "public", name: `Go"ods'; -- user` };
  const structure = () => getTableStructure(owner, { databaseId, ...table });
  const column = (part: object) => ({ ...EMPTY_COLUMN, ...part });
  await run(sql.createEnum({ schema: "public", name: "Mood" }, ["it's ok", "b\\ad"]));
  const mood = { schema: "public", name: "Mood" };
  await run(sql.addLabel(mood, "gl'ad", "b\\ad"));
  await run(sql.renameLabel(mood, "gl'ad", "glad\\"));
  await run(sql.addLabel(mood, "last", null));
  const labels = (await setUp(`SELECT enum_range(NULL::"Mood")::text[] AS labels`)) as { rows: { labels: string[] }[] };
  expect(labels.rows[0]?.labels).toEqual(["it's ok", "glad\\", "b\\ad", "last"]);
  const references = { table, columns: ["id"], onDelete: "CASCADE", onUpdate: "SET NULL" } as const;
  const columns = [
    column({ name: "id", type: "bigint", isKey: true, identity: "always" }),
    column({ name: "select", isNullable: false, isUnique: true, default: "'x; --'", comment: "it's \\ a" }),
    column({ name: 'of"', type: "bigint", references }),
    column({ name: "mood", type: 'public."Mood"', default: "'it''s ok'" }),
  ];
  const created = sql.createTable({ ...table, columns, comment: "All" });
  await expect(run(created.replace("COMMENT ON COLUMN", "COMMENT ON COLUMN nothing."))).rejects.toThrow();
  await expect(structure()).rejects.toMatchObject({ code: "not_found" });
  expect(await run(created)).toMatchObject([{ kind: "rows" }, { kind: "rows" }]);
  await run(sql.addColumn(table, column({ name: "n", type: "numeric(10, 2)", default: "0", isNullable: false })));
  await run(sql.renameColumn(table, "n", "price; --"));
  await run(sql.retypeColumn(table, "price; --", "integer", '("price; --" * 100)::integer'));
  await run(sql.setNullable(table, "price; --", true));
  await run(sql.setDefault(table, "price; --", "5"));
  const key = (text: string, isExpression: boolean) => ({ text, isExpression, isDescending: true });
  const keys = [key('lower("select")', true), key("mood", false)];
  const index = { name: "in dex", method: "btree", keys, isUnique: true, condition: "id > 5" } as const;
  await run(parts.createIndex(table, { ...index, isConcurrent: false }));
  await run(
    parts.createIndex(table, { ...index, name: "", keys: [key("id", false)], isConcurrent: true, method: "brin" }),
  );
  await run(parts.addConstraint(table, { name: "po'sitive", kind: "check", expression: '"price; --" > 0' }));
  await run(parts.addConstraint(table, { name: "", kind: "unique", columns: ["mood", "select"] }));
  const target = { ...references, onDelete: "SET DEFAULT" } as const;
  await run(parts.addConstraint(table, { name: "f", kind: "foreign key", columns: ['of"'], target }));
  await run(parts.setRowSecurity(table, "forced"));
  const policy = { name: "mi'ne", command: "UPDATE", isPermissive: false, using: "id > 0", check: "id > 1" } as const;
  await run(parts.createPolicy(table, policy));
  const made = await structure();
  expect(made.columns).toMatchObject([
    { name: "id", type: "bigint", identity: "always" },
    { name: "select", isNullable: false, expression: "'x; --'::text", comment: "it's \\ a" },
    { name: 'of"' },
    { name: "mood", type: 'public."Mood"' },
    { name: "price; --", type: "integer", isNullable: true, expression: "5" },
  ]);
  expect(made).toMatchObject({ rowSecurity: "forced", comment: "All", policies: [{ name: "mi'ne", using: "id > 0" }] });
  expect(made.indexes).toContainEqual(
    expect.objectContaining({ name: "in dex", keys: ['lower("select") DESC', "mood DESC"], condition: "id > 5" }),
  );
  expect(made.constraints.filter(({ kind }) => kind === "foreign key")).toHaveLength(2);
  await run(parts.dropPolicy(table, "mi'ne"));
  await run(parts.dropConstraint(table, "po'sitive", false));
  await run(parts.dropIndex("public", "in dex", false));
  await run(sql.dropColumn(table, "mood", true));
  await run(sql.commentOnTable(table, ""));
  const { policies, comment, columns: left } = await structure();
  expect([policies, comment, left.length]).toEqual([[], null, 4]);
  await run(sql.renameType(mood, "Moods"));
  await run(sql.dropType("TYPE", { schema: "public", name: "Moods" }, false));
  await run(sql.renameTable(table, "plain"));
  await run(sql.dropTable({ schema: "public", name: "plain" }, true));
  await expect(structure()).rejects.toMatchObject({ code: "not_found" });
});
