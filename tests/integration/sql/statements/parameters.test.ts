import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { listStatements } from "@/lib/sql/statements/list";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import { type RunStatementsInput, runStatements } from "@/lib/sql/statements/run";
import { understandIn } from "@/lib/sql/statements/understand-in";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();

beforeAll(() => setUp("create table people (id int primary key, name text); insert into people values (1, 'Mira')"));
afterAll(() => service.close());

type Given = Record<string, string | null>;

async function run(text: string, parameters: Given = {}, options: Partial<RunStatementsInput> = {}, ctx = owner) {
  const outcomes: StatementOutcome[] = [];
  const input = { databaseId, text, runId: randomUUID(), mode: "run" as const, parameters, ...options };
  await runStatements(ctx, input, (outcome) => void outcomes.push(outcome));
  return outcomes;
}

const rowsOf = async (text: string, parameters: Given, options: Partial<RunStatementsInput> = {}) =>
  (await run(text, parameters, options)).map((outcome) =>
    outcome.status === "succeeded" ? outcome.rows : outcome.message,
  );
const people = async () =>
  (await asCustomer(url, (client) => client.query("select id, name from people order by id"))).rows;

it("binds values as they are, quotes and NULL included, in each statement of a run", async () => {
  const hostile = `'; drop table people; -- \\ "é" $1 :id`;
  const text = "select :word, $1::int + 1, :none::text is null; select :word || '!', ':word'";
  expect(await rowsOf(text, { ":word": hostile, $1: "41", ":none": null })).toEqual([
    [[hostile, "42", "t"]],
    [[`${hostile}!`, ":word"]],
  ]);
  expect(await rowsOf("select (array[1, 2, 3])[:n:2]", {})).toEqual([expect.stringContaining("syntax error")]);
  expect(await rowsOf("select name from people where id = any(:ids)", { ":ids": "{1,2}" })).toEqual([[["Mira"]]]);
});

it("changes rows with values, keeps none of them in history, and undoes the change", async () => {
  const text = "insert into people values (:id, :name) returning name";
  const [outcome] = await run(text, { ":id": "2", ":name": "O'Neill" });
  expect(outcome).toMatchObject({ status: "succeeded", rows: [["O'Neill"]], change: { kind: "rows", rowCount: 1 } });
  const { statements: items } = await listStatements(owner, { databaseId });
  expect(items[0]).toMatchObject({ text, status: "succeeded", rowCount: 1 });
  const changeId = outcome?.status === "succeeded" ? (outcome.change?.id ?? "") : "";
  await undoDataChange(owner, { databaseId, changeId });
  expect(await people()).toEqual([{ id: 1, name: "Mira" }]);
});

it("names the parameter whose value does not suit its type, and marks it; history keeps the value to itself", async () => {
  const text = "select 1;\nselect * from people where name = :name and id = :id";
  const [, failed] = await run(text, { ":name": "x", ":id": "4o4" });
  const message = ':id: invalid input syntax for type integer: "4o4"';
  expect(failed).toMatchObject({ status: "failed", sqlState: "22P02", message, position: text.indexOf(":id") });
  const { statements: items } = await listStatements(owner, { databaseId });
  expect(items[0]).toMatchObject({ message: ':id: invalid input syntax for type integer: "•••"' });
  const change = "update people set id = $1 where name = $2";
  expect(await rowsOf(change, { $1: "one", $2: "Mira" })).toEqual(['$1: invalid input syntax for type integer: "one"']);
  expect(await rowsOf("select jsonb_build_array(:a)", { ":a": "1" })).toEqual([
    "could not determine data type of parameter :a",
  ]);
  expect(await rowsOf("select interval :a", { ":a": "1 day" })).toEqual([expect.stringContaining(":a can't be bound")]);
});

it("runs nothing where a value is missing, or where Postgres binds none", async () => {
  const text = "insert into people values (9, 'x'); select :id";
  expect(await run(text, {})).toMatchObject([
    { status: "failed", message: "Enter a value for :id, or choose NULL.", position: text.indexOf(":id"), notRun: 1 },
  ]);
  for (const refused of ["create view v as select :id", "do :id", "set search_path = :id", "prepare p as select :id"]) {
    const [message] = await rowsOf(`insert into people values (9, 'x'); ${refused}`, { ":id": "1" });
    expect(message, refused).toMatch(/:id can't be bound/);
  }
  expect(await people()).toHaveLength(1);
  expect(await rowsOf("prepare p as select $1::int; execute p(7)", {})).toEqual([[], [["7"]]]);
});

it("explains a statement with its values, and foresees its effect without them", async () => {
  const parameters = { ":id": "1" };
  for (const mode of ["explain", "explain-analyze"] as const) {
    const [plan] = await rowsOf("delete from people where id = :id", parameters, { mode });
    expect(plan?.[0]?.[0], mode).toContain('"Plan"');
  }
  expect(await people()).toHaveLength(1);
  await setUp("create table many as select n from generate_series(1, 30000) as n; analyze many");
  const understood = await understandIn(owner, { databaseId, text: "delete from many where n > 0 or n = :id" });
  expect(understood.statements).toMatchObject([
    { text: "delete from many where n > 0 or n = :id", effect: "needs-restore-point" },
  ]);
});

it("binds in the session of one who may only read, who changes nothing by a value either", async () => {
  const viewer = await service.context({
    kind: "member",
    id: "viewer",
    organisationId: organisation.id,
    role: "viewer",
  });
  const outcomes = await run("select name from people where id = :id", { ":id": "1" }, {}, viewer);
  expect(outcomes).toMatchObject([{ status: "succeeded", rows: [["Mira"]] }]);
  expect(await run("delete from people where id = :id", { ":id": "1" }, {}, viewer)).toMatchObject([
    { status: "failed", message: "Your role can read data, but not change it." },
  ]);
  expect(await people()).toHaveLength(1);
});
