import { PostgreSQL } from "@codemirror/lang-sql";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { placeholdersIn } from "@/components/dashboard/editor/placeholders";
import { parseStatements } from "@/lib/sql/grammar/parse";

const inEditor = (doc: string) => placeholdersIn(EditorState.create({ doc, extensions: PostgreSQL.language }));

it("finds the parameters that the service finds", async () => {
  const expected = {
    "select * from t where a = :a and b=:b and c = :a; delete from t where d = $2 and e in ($1, :date)": [
      ...[":a", ":b", "$2", "$1", ":date"],
    ],
    "values (array[:a, :b], array[[1], [:c]], xs[(:d)], f(n := :e), g(n => :f), :g::int)": [
      ...[":a", ":b", ":c", ":d", ":e", ":f", ":g"],
    ],
    "select a::int, b :: text, xs[1:n], xs[:n], xs[ys[1:n]:n], xs[1:2][:n], a$1 from t": [],
    "select ':a', e'\\':a', $$ :a $1 $$, $q$ :a $q$, \"x:a\", \"$1\" /* :a $1 */ from t -- :a": [],
    "-- a\n/* b */ prepare p as select $1; select $2": ["$2"],
    "create or replace function f(int) returns int language sql return $1; execute p(1)": [],
  };
  for (const [text, names] of Object.entries(expected)) {
    const statements = await parseStatements(text);
    expect([...new Set(statements.flatMap(({ placeholders }) => placeholders.map(({ name }) => name)))], text).toEqual(
      names,
    );
    expect(inEditor(text), text).toEqual(names);
  }
});

it("finds them in a text that is not finished", () => {
  expect(inEditor("select * from t where id = :id and (name = :na")).toEqual([":id", ":na"]);
  expect(inEditor("select * from t where id = :größe")).toEqual([]);
});
