import { describe, expect, it } from "vitest";
import { locksRows, withoutLocks } from "@/lib/sql/grammar/locks";
import { parseStatements } from "@/lib/sql/grammar/parse";

async function read(text: string) {
  const statement = (await parseStatements(text)).at(-1);
  if (!statement) throw new Error("no statement");
  return { locks: locksRows(statement), unlocked: (await withoutLocks(statement))?.replace(/ {2,}/g, " ").trimEnd() };
}

describe("a query without its locks", () => {
  it.each([
    ["select 1; select * from t for update", "select * from t"],
    [
      "select * from a, b where x for no key update of a nowait for key share of s.b, a limit 1",
      "select * from a, b where x limit 1",
    ],
    ["select * from t for share skip locked", "select * from t"],
    [
      "select * from (select * from t for /* c */ update) s where a = 'for update'",
      "select * from (select * from t ) s where a = 'for update'",
    ],
    [
      "with w as (select * from t for update) select substring(x from 1 for 2) from w",
      "with w as (select * from t ) select substring(x from 1 for 2) from w",
    ],
  ])("is the same query: %s", async (text, unlocked) => {
    expect(await read(text)).toEqual({ locks: true, unlocked });
  });

  it("is as long as it was, so that faults are where they were", async () => {
    const [statement] = await parseStatements("select * from t for update limit nothing");
    if (!statement) throw new Error("no statement");
    expect((await withoutLocks(statement))?.indexOf("nothing")).toBe(statement.text.indexOf("nothing"));
  });

  it.each(["select substring(a for update) from t for update", 'select * from t for update of for_, "for"'])(
    "is not made up where words alone do not tell: %s",
    async (text) => {
      const { locks, unlocked } = await read(text);
      expect(locks).toBe(true);
      expect(unlocked === undefined || unlocked === "select * from t").toBe(true);
    },
  );

  it.each(["select 'for update'", "select * from updates", "update t set a = 1"])("has none: %s", async (text) => {
    expect((await read(text)).locks).toBe(false);
  });
});
