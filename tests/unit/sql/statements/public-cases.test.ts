import { expect, it } from "vitest";
import { parseStatements } from "@/lib/sql/grammar/parse";
import { understand } from "@/lib/sql/statements/understand";

it("1.2: a lone dollar in a dollar-quoted body is no parameter, and ends nothing", async () => {
  const statements = await parseStatements(`DO $$ BEGIN
      IF 'a;b' ~ '^[^$]+;b$' THEN RAISE NOTICE 'costs 5$; see %', '$1 and :name'; END IF;
    END $$;
    CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $fn$ SELECT $q$ one; $1; two $q$ $fn$;
    SELECT f();`);
  expect(statements.map(({ kind }) => kind)).toEqual(["DoStmt", "CreateFunctionStmt", "SelectStmt"]);
  expect(statements.flatMap(({ placeholders }) => placeholders)).toEqual([]);
});

it("1.3: a parameter in an array constructor is one, and slices, casts and named arguments are none", async () => {
  const [statement] = await parseStatements(`SELECT array[:p2]::text[], (array[1,2,3])[:2], (array[1,2,3])[2:],
      a[array_lower(a,1):array_upper(a,1)], make_date(year := 2026, month := :m, day := 2), '12:30'::time,
      '{"a":1}'::jsonb ? :k FROM (SELECT '[5:7]={1,2,3}'::int[] AS a) AS x`);
  expect(statement?.placeholders.map(({ name }) => name).sort()).toEqual([":k", ":m", ":p2"]);
});

it("1.5: a comment hides no effect of a statement", async () => {
  const { statements } = await understand(`UPDATE invoice /* WHERE id = 1 */ SET paid = true -- WHERE id = 1
    ;
    SELECT 1 /* /* nested */ ; DROP TABLE invoice; */ AS still_a_comment;`);
  expect(statements.map(({ effect }) => effect)).toEqual(["changes-rows", "reads"]);
});
