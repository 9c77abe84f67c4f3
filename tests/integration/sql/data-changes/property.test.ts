import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url } = await openOwnedDatabase();

afterAll(() => service.close());

const KEYS = [
  "id int primary key",
  "id int primary key deferrable initially deferred",
  "id int",
  "id int not null unique",
  "id int generated always as identity primary key",
  "id int, unique (id, v)",
];
const TYPES = ["text", "numeric(8,2)", "json", "int[]", "timestamptz", "float8", "char(4)"];
const VALUES: Record<string, string[]> = {
  text: ["''", "'NULL'", "'\"a\\,'", "repeat('é', 3)"],
  "numeric(8,2)": ["1.5", "0", "'NaN'", "-3.14"],
  json: ["'{\"a\" : 1}'", "'null'", "'[1, 2 ]'", "'\"x\"'"],
  "int[]": ["'{}'", "'{1,NULL}'", "'{{1},{2}}'", "array[3]"],
  timestamptz: ["'infinity'", "'2020-02-29 12:00+03'", "'0001-01-01 BC'", "now()"],
  float8: ["'NaN'", "0.1", "'-0'", "1e-300"],
  "char(4)": ["'a'", "''", "'ab  '", "'é'"],
};

interface Step {
  kind: "insert" | "update" | "delete" | "merge" | "upsert" | "shift";
  ids: number[];
  value: number;
}

const step = fc.record<Step>({
  kind: fc.constantFrom("insert", "update", "delete", "merge", "upsert", "shift"),
  ids: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 5 }),
  value: fc.integer({ min: 0, max: 4 }),
});

function textOf({ kind, ids, value }: Step, type: string, isIdentity: boolean): string {
  const literal = VALUES[type]?.[value] ?? "null";
  const overriding = isIdentity ? "overriding system value" : "";
  const rows = ids.map((id) => `(${id}, ${literal}::${type})`).join(", ");
  const list = ids.join(", ");
  switch (kind) {
    case "insert":
      return `insert into t (id, v) ${overriding} values ${rows}`;
    case "update":
      return `update t set v = ${literal} where id in (${list})`;
    case "delete":
      return `delete from t where id in (${list}) or v::text = (${literal}::${type})::text`;
    case "shift":
      return `update t set id = id + ${ids[0]} - 6 where id > ${value}`;
    case "upsert":
      return `insert into t (id, v) ${overriding} values ${rows} on conflict do nothing`;
    case "merge":
      return `merge into t using (values ${rows}) as s(id, v) on t.id = s.id
        when matched and s.id % 3 = 0 then delete when matched then update set v = s.v
        when not matched then insert (id, v) ${overriding} values (s.id, s.v)`;
  }
}

it("undo in reverse leaves the table as it was, and redo as it became, for any rows inserted, updated, deleted and merged", async () => {
  const cases = fc.tuple(
    fc.constantFrom(...KEYS),
    fc.constantFrom(...TYPES),
    fc.array(step, { minLength: 1, maxLength: 6 }),
  );
  let [kept, failed] = [0, 0];
  await asCustomer(url, async (client) => {
    const dump = async () =>
      (await client.query({ text: 'select t::text from t order by t::text collate "C"', rowMode: "array" })).rows;
    await fc.assert(
      fc.asyncProperty(cases, async ([key, type, steps]) => {
        const isIdentity = key.includes("identity");
        await client.query("drop table if exists t");
        const [id = "", ...constraints] = key.split(", unique");
        const columns = [id, `v ${type}`, "doubled text generated always as (id || '!') stored"];
        const unique = constraints.map((constraint) => `unique${constraint}`);
        // Not every type has an equality to be unique by.
        const isUnique = unique.length === 0 || !["json"].includes(type);
        await client.query(`create table t (${[...columns, ...(isUnique ? unique : [])].join(", ")})`);
        await client.query(
          `insert into t (id, v) ${isIdentity ? "overriding system value" : ""} values (1, null), (2, null), (6, null)`,
        );
        const states = [await dump()];
        const changes: string[] = [];
        for (const one of steps) {
          const [outcome] = await runText(owner, databaseId, textOf(one, type, isIdentity));
          if (outcome?.status !== "succeeded") {
            failed += 1;
            continue;
          }
          if (!outcome.change) continue;
          expect(outcome.change.kind).toBe("rows");
          changes.push(outcome.change.id);
          states.push(await dump());
        }
        kept += changes.length;
        const redo: string[] = [];
        for (const [index, changeId] of [...changes.entries()].reverse()) {
          const undone = await undoDataChange(owner, { databaseId, changeId });
          redo.push(undone.changeId ?? "");
          expect(await dump()).toEqual(states[index]);
        }
        for (const [index, changeId] of redo.reverse().entries()) {
          await undoDataChange(owner, { databaseId, changeId });
          expect(await dump()).toEqual(states[index + 1]);
        }
      }),
      { numRuns: 25, seed: 20261121, endOnFailure: true },
    );
  });
  // The sequences have done something, and not only failed.
  expect(kept).toBeGreaterThan(failed);
  expect(kept).toBeGreaterThan(30);
  expect((await changeByText(owner, databaseId, "select 1")).length).toBe(0);
}, 120_000);
