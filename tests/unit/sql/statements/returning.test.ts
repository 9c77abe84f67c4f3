import { describe, expect, it } from "vitest";
import { addReturning } from "@/lib/sql/data-changes/returning";
import { parseStatements } from "@/lib/sql/grammar/parse";

async function extend(text: string, columns = ["a"], keptAs: "oid[]" | null = null) {
  const [statement] = await parseStatements(text);
  if (!statement) throw new Error("no statement");
  const of = { attnum: 1, typeSchema: "s", typeName: "t", typeOid: "1", keptAs, meanings: {}, identity: "" } as const;
  return addReturning(
    statement,
    columns.map((name) => ({ name, ...of })),
  );
}

describe("additions to RETURNING", () => {
  it.for([
    [
      "delete from t",
      `delete from t\nRETURNING WITH (OLD AS "old_row", NEW AS "new_row") "old_row".tableoid, "new_row".tableoid, "new_row".ctid, "old_row"."a", "new_row"."a"`,
    ],
    [
      "delete from t returning x -- end",
      `delete from t returning WITH (OLD AS "old_row", NEW AS "new_row") x\n, "old_row".tableoid, "new_row".tableoid, "new_row".ctid, "old_row"."a", "new_row"."a"`,
    ],
    [
      "update t set a = 1 returning old.a, b",
      `update t set a = 1 returning WITH (NEW AS "new_row") old.a, b\n, "old".tableoid, "new_row".tableoid, "new_row".ctid, "old"."a", "new_row"."a"`,
    ],
    [
      "update t set a = 1 returning with (new as n) n.a as returning",
      `update t set a = 1 returning with (new as n, OLD AS "old_row") n.a as returning\n, "old_row".tableoid, "n".tableoid, "n".ctid, "old_row"."a", "n"."a"`,
    ],
  ] as const)("leaves the statement as it was: %s", async ([text, extended]) => {
    expect(await extend(text)).toMatchObject({ text: extended, added: 5 });
  });

  it("takes names that the statement does not use", async () => {
    expect((await extend("update t set old_row = 1, a = new_row_"))?.text).toContain(
      'WITH (OLD AS "old_row_", NEW AS "new_row__")',
    );
  });

  it("quotes any name of a column", async () => {
    expect((await extend("delete from t", ['x", (select 1)']))?.text).toContain('"old_row"."x"", (select 1)"');
  });

  it("SQ-C1: has the numbers of database objects and not their names", async () => {
    const added = '"old_row"."a"::pg_catalog.oid[], "new_row"."a"::pg_catalog.oid[]';
    expect((await extend("delete from t", ["a"], "oid[]"))?.text).toContain(added);
  });

  it("is nothing where old is a table of the statement's own", async () => {
    expect(await extend("delete from t using old where t.a = old.a returning old.a")).toBeNull();
    expect(await extend("delete from t as old returning old.a")).toBeNull();
  });

  it("is put at the RETURNING of the statement, not at one within it", async () => {
    const text = 'insert into t select returning from (select 1) as x("returning")';
    await expect(extend(text)).rejects.toMatchObject({ code: "invalid_request" });
    const within = await extend(
      "insert into t values ((select 'returning'), 1) returning (select 1 as returning), a /* returning */",
    );
    expect(within?.text.indexOf("WITH (OLD")).toBe("insert into t values ((select 'returning'), 1) returning ".length);
  });

  it("knows where an offset was before", async () => {
    const text = "update t set a = 1 returning nothing";
    const extended = await extend(text);
    for (const word of ["set", "nothing"]) {
      expect(extended?.originalOffset(extended.text.indexOf(word))).toBe(text.indexOf(word));
    }
    expect(extended?.originalOffset(extended.text.length)).toBe(text.length);
  });
});
