import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endUserRoleOf } from "@/lib/core/ids";
import { jsonMembers, WrittenJson } from "@/lib/core/written-json";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { listener, openRealtime, type TestRealtime, type Told } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;
let session: pg.Client;

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker(), { policyMs: 10_000 });
  session = await realtime.session();
  await session.query("create table first (id int primary key)");
  await realtime.publish("first", "anyone");
  await session.query(`create type mood as enum ('calm', 'loud');
    create type place as (city text, rank numeric, tags jsonb); create domain label as text check (length(value) < 100000)`);
});

afterAll(async () => {
  await feed.close();
  await session.end();
  await realtime.close();
});

const USERS = ["usr_a", "usr_b", null] as const;
const MARKER = 1_000;

/** Values of a type as SQL, and predicates on a column of it. */
const TYPES: Record<string, { values: string[]; tests: string[] }> = {
  text: {
    values: ["null", "'usr_a'", "'usr_b'", "repeat('usr_a', 20000)", `E'a"\\\\,)\\n'`],
    tests: ["{c} = coppice.user_id()", "{c} is null", "{c} not like 'usr_a%'", "length({c}) < 1000"],
  },
  jsonb: {
    values: [
      "null",
      "'null'",
      `'["usr_a"]'`,
      `(select jsonb_agg('usr_' || n) from generate_series(1, 8000) n)`,
      `'{"n":1.10}'`,
    ],
    tests: ["{c} is null", "{c} ? coppice.user_id()", "({c} ->> 'n') = '1.10'"],
  },
  json: {
    values: ["null", "'null'", `'{"a":"usr_b","a":"usr_a"}'`, `'{"n":12345678901234567890.50}'`],
    tests: ["{c} is null", "{c}::text like '%usr_b%'", "({c} ->> 'a') = coppice.user_id()"],
  },
  "text[]": {
    values: ["null", "'{}'", "'{usr_a,NULL}'", "'[0:1]={usr_b,usr_a}'"],
    tests: ["coppice.user_id() = any ({c})", "{c}[1] = 'usr_a'", "{c} is null"],
  },
  mood: { values: ["null", "'calm'", "'loud'"], tests: ["{c} = 'calm'", "{c} is distinct from 'loud'"] },
  place: {
    values: ["null", "row('a', 1.10, 'null')", "row(null, null, null)"],
    tests: ["({c}).rank::text = '1.10'", "{c} is null", "({c}).tags is null"],
  },
  label: { values: ["null", "'usr_a'", "repeat('x', 70000)"], tests: ["{c} = coppice.user_id()", "{c} is null"] },
  daterange: { values: ["null", "'[2026-02-01,2026-03-04)'"], tests: ["lower({c}) = '2026-02-01'", "{c} is null"] },
  "numeric(30,10)": { values: ["null", "9007199254740993.1"], tests: ["{c} > 9007199254740992.5", "{c} is null"] },
  "double precision": { values: ["null", "'-0'", "'NaN'", "1e-7"], tests: ["{c}::text = '-0'", "{c} = 'NaN'"] },
  boolean: { values: ["null", "true", "false"], tests: ["{c}", "{c} is not true"] },
};
const NAMES = Object.keys(TYPES);

/** The columns of a table, of which one is generated, virtual or stored. */
const columnsOf = (types: readonly string[], generated: string) =>
  [...types.map((type, n) => `c${n} ${type}`), `made boolean generated always as (id % 2 = 0) ${generated}`].join();

interface Step {
  work: "insert" | "update" | "delete";
  ids: number[];
  picks: number[];
  alter: number;
  first: boolean;
  test: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  work: fc.constantFrom("insert", "update", "delete"),
  ids: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
  picks: fc.array(fc.nat(7), { minLength: 6, maxLength: 6 }),
  alter: fc.nat(15),
  first: fc.boolean(),
  test: fc.nat(40),
});

const PLAN = fc.record({
  types: fc.array(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 4 }),
  generated: fc.constantFrom("virtual", "stored"),
  test: fc.nat(40),
  steps: fc.array(STEP, { minLength: 2, maxLength: 5 }),
});

/** One table under a plan: its columns by their present names, and its policy. */
class Modelled {
  readonly name: string;
  columns: { name: string; type: string }[];
  /** Whether the policy names a column that is virtual. */
  isUnjudgeable = false;
  readonly #isVirtual: boolean;

  constructor(name: string, types: readonly string[], generated: string) {
    [this.name, this.#isVirtual] = [name, generated === "virtual"];
    this.columns = types.map((type, n) => ({ name: `c${n}`, type }));
  }

  /** Markers are seen by everyone, unless no row can be judged. */
  policy(n: number): string {
    const tests = this.columns.flatMap(({ name, type }) =>
      (TYPES[type]?.tests ?? []).map((test) => test.replaceAll("{c}", name)),
    );
    const all = [...tests, "made is not true", "made", "true"];
    const chosen = all[n % all.length] ?? "true";
    this.isUnjudgeable = this.#isVirtual && chosen.startsWith("made");
    return `(${chosen}) or id >= ${MARKER}`;
  }

  /** Returns a statement that changes the form of the table; nothing for most numbers. */
  alter(n: number, test: number): string {
    const [first, second] = this.columns;
    if (!first || !second) return "";
    const { name } = this;
    if (n === 0) return `alter policy shown on ${name} using (${this.policy(test)})`;
    if (n === 1) {
      [first.name, second.name] = [second.name, first.name];
      return `alter table ${name} rename ${first.name} to c9; alter table ${name} rename ${second.name} to ${first.name};
        alter table ${name} rename c9 to ${second.name}`;
    }
    if (n === 2) {
      const added = { name: `c${this.columns.length}`, type: "boolean" };
      this.columns.push(added);
      this.isUnjudgeable = false;
      return `alter table ${name} add ${added.name} boolean default true;
        alter policy shown on ${name} using (${added.name} is not true or id >= ${MARKER})`;
    }
    if (n === 3) {
      return `alter type mood rename value 'calm' to 'x'; alter type mood rename value 'loud' to 'calm';
        alter type mood rename value 'x' to 'loud'`;
    }
    if (n === 4) return `drop policy shown on ${name}; create policy shown on ${name} using (${this.policy(test)})`;
    if (n === 5) {
      second.type = "text";
      return `drop policy shown on ${name}; alter table ${name} alter ${second.name} type text using ${second.name}::text;
        create policy shown on ${name} using (${this.policy(test)})`;
    }
    return "";
  }

  write({ work, ids, picks }: Step): string {
    const value = (at: number, type: string) => {
      const { values } = TYPES[type] ?? { values: ["null"] };
      return values[(picks[at % picks.length] ?? 0) % values.length] ?? "null";
    };
    const { name, columns } = this;
    if (work === "delete") return `delete from ${name} where id in (${ids.join()})`;
    if (work === "update") {
      const sets = columns.map((column, n) => `${column.name} = ${value(n, column.type)}`);
      return `update ${name} set ${sets.join()} where id in (${ids.join()})`;
    }
    const rows = ids.map((id) => `(${[id, ...columns.map((column, n) => value(n + id, column.type))].join()})`);
    return `insert into ${name} (${["id", ...columns.map((column) => column.name)].join()}) values ${rows.join()}
      on conflict (id) do nothing`;
  }
}

type Seen = Map<string, Map<string, string>>;

/** Returns the rows that a SELECT shows each user, by the key. Runs inside the open transaction. */
async function seenBy(table: string): Promise<Map<string | null, Seen>> {
  const found = new Map<string | null, Seen>();
  for (const user of USERS) {
    await session.query("savepoint look");
    await session.query("select set_config('coppice.user_id', $1, true), set_config('role', $2, true)", [
      user ?? "",
      endUserRoleOf(realtime.databaseId),
    ]);
    const { rows } = await session.query(`select id::text, row_to_json(t)::text as row from ${table} as t`);
    await session.query("rollback to look");
    found.set(user, new Map(rows.map(({ id, row }) => [id, jsonMembers(row) ?? new Map()])));
  }
  return found;
}

/** Numbers of many digits are told as strings. */
function equalTexts(told: unknown, shown: string | undefined): boolean {
  const text = told instanceof WrittenJson ? told.text : JSON.stringify(told);
  return shown !== undefined && text.replaceAll('"', "") === shown.replaceAll('"', "");
}

let [runs, comparisons] = [0, 0];

it("AT-H1 AT-H2 AT-H3 SV-C3: users are told nothing that a SELECT didn't show them, under any change of the table", async () => {
  await fc.assert(
    fc.asyncProperty(PLAN, async ({ types, generated, test, steps }) => {
      runs += 1;
      const table = new Modelled(`random_${runs}`, types, generated);
      await session.query(`create table ${table.name} (id int primary key, ${columnsOf(types, generated)});
        alter table ${table.name} enable row level security;
        create policy shown on ${table.name} using (${table.policy(test)})`);
      await realtime.publish(table.name, "rls");
      const told = new Map<string | null, Told & { close(): void }>();
      const database = { id: realtime.databaseId, hostId: realtime.service.hostId };
      for (const user of USERS) {
        const heard = listener();
        const who = { userId: user, claims: { sub: user } };
        const asked = { projectId: realtime.projectId, database, who, table: table.name };
        told.set(user, { ...heard, ...(await feed.subscribe(asked, heard.sink)) });
      }
      let marker = MARKER;
      for (const step of steps) {
        await session.query("begin");
        const before = await seenBy(table.name);
        if (step.first) await session.query(table.alter(step.alter, step.test));
        const between = await seenBy(table.name);
        const { rowCount } = await session.query(table.write(step));
        if (!step.first) await session.query(table.alter(step.alter, step.test));
        const after = await seenBy(table.name);
        await session.query("commit");
        marker += 1;
        await session.query(`insert into ${table.name} (id) values (${marker})`);
        for (const [user, { batches, events }] of told) {
          const gaps = () => events.filter((one) => one.startsWith("gap")).length;
          const isThere = () =>
            table.isUnjudgeable ? gaps() > (rowCount ? 1 : 0) : events.some((one) => one.includes(`{"id":${marker},`));
          await expect.poll(isThere, { interval: 5 }).toBe(true);
          for (const change of batches.splice(0).flatMap((one) => one.changes)) {
            comparisons += 1;
            const id = String(change.new?.id ?? change.old?.id);
            if (Number(id) >= MARKER) continue;
            const context = `${user ?? "a visitor"} is told ${change.op} ${id} of ${table.name}`;
            if (change.old) expect(before.get(user)?.has(id) || between.get(user)?.has(id), context).toBe(true);
            const shown = after.get(user)?.get(id);
            if (change.new) expect(shown, context).toBeDefined();
            for (const [column, value] of Object.entries(change.new ?? {})) {
              expect(equalTexts(value, shown?.get(column)), `${context}, ${column}`).toBe(true);
            }
          }
          events.splice(0);
        }
      }
      for (const one of told.values()) one.close();
      await session.query(`drop table ${table.name}`);
    }),
    { numRuns: 40, seed: 20261126, endOnFailure: true },
  );
  // Most changes could be judged.
  expect(comparisons).toBeGreaterThan(200);
});
