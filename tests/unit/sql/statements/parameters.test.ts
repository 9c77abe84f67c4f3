import { describe, expect, it } from "vitest";
import { maskSecrets } from "@/lib/sql/grammar/mask";
import { parseStatements } from "@/lib/sql/grammar/parse";

async function parametersOf(text: string) {
  const statements = await parseStatements(text);
  return statements.map(({ placeholders }) => placeholders.map(({ name, number }) => `${name}=${number}`));
}

describe("the parameters of a text", () => {
  it("are names after a colon and numbers after a dollar, with numbers that begin anew in each statement", async () => {
    const text = "select * from t where a = :a and b = :long and c = :a and d = $2; delete from t where e=:date";
    expect(await parametersOf(text)).toEqual([[":a=1", ":long=3", ":a=1", "$2=2"], [":date=1"]]);
    expect(await parametersOf("values (array[:a, :b], array[[1], [:c]], xs[(:d)], f(n := :e), g(n => :f))")).toEqual([
      [":a=1", ":b=2", ":c=3", ":d=4", ":e=5", ":f=6"],
    ]);
  });

  it("are not in strings, comments, quoted names, casts, slices and dollar quotes", async () => {
    for (const text of [
      `select ':a', e'\\':a', $$ :a $1 $$, $q$ :a $q$, "x:a", "$1" /* :a $1 */ from t -- :a`,
      "select a::int, b :: text, xs[1:n], xs[:n], xs[ys[1:n]:n], xs[1:2][:n], a$1 from t",
      "prepare p as select $1; create function f(int) returns int language sql begin atomic select $1; select $1; end",
    ]) {
      expect((await parametersOf(text)).flat(), text).toEqual([]);
    }
  });

  it("leave the text as long as it was, and keep the written text", async () => {
    const text = "select 'é😀', :name, :n ;";
    const [statement] = await parseStatements(text);
    expect(statement).toMatchObject({ text: "select 'é😀', $2   , $1", written: "select 'é😀', :name, :n" });
    expect(await maskSecrets("select crypt('pw', :salt), ':x'")).toBe("select crypt('•••', :salt), ':x'");
  });

  it("are refused where the grammar has no place for a value, or one-letter names have no number left", async () => {
    await expect(parseStatements("select * from :table")).rejects.toThrow(":table can't be bound here");
    await expect(parseStatements("select :größe")).rejects.toThrow(/syntax error/);
    const letters = (count: number) => `values (${[..."abcdefghijk"].slice(0, count).map((one) => `:${one}`)}, :long)`;
    expect((await parametersOf(letters(9)))[0]).toHaveLength(10);
    await expect(parseStatements(letters(10))).rejects.toThrow("at most 9 parameters whose names are one letter");
  });
});
