import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runStatements } from "@/lib/sql/statements/run";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { PATIENT_LIMITS, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

beforeAll(async () => {
  await setUp(`create table note (tenant text); create table log (what text); create sequence seq;
    create function as_tenant(text) returns text language sql as $$ select set_config('app.tenant', $1, true) $$;
    create function try_log() returns text language plpgsql as $$ begin
      insert into log values ('x'); return 'logged'; exception when others then return 'failed'; end $$;
    set check_function_bodies = off;
    create function fill() returns int language sql as $$ insert into tt values (1) returning 1 $$`);
});

afterAll(() => service.close());

const rows = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];

/** Runs a text of which every statement succeeds, and returns the rows of the last one that has some. */
async function lastRows(text: string, options = {}) {
  const outcomes = await runText(owner, databaseId, text, options);
  expect(outcomes.filter(({ status }) => status !== "succeeded")).toEqual([]);
  return outcomes.flatMap((outcome) => ("rows" in outcome && outcome.rows.length > 0 ? [outcome.rows] : [])).at(-1);
}

describe("SQ-H1: a query between BEGIN and COMMIT", () => {
  it.for([
    [
      "sets what holds until the end of the transaction",
      "begin; select set_config('app.tenant', 'acme', true); select current_setting('app.tenant', true); commit",
      "acme",
    ],
    [
      "sets it by a function of its own",
      "begin; select as_tenant('acme'); select current_setting('app.tenant', true); commit",
      "acme",
    ],
    ["sets what lasts", "begin; select set_config('app.s', '1', false); commit; select current_setting('app.s')", "1"],
    [
      "writes into a temporary table",
      "create temp table tt (a int); begin; select fill(); select count(*) from tt; commit",
      "1",
    ],
    [
      "executes what was prepared",
      "create temp table tt (a int); prepare p as insert into tt values (1); begin; execute p; select count(*) from tt; commit",
      "1",
    ],
    [
      "fetches by a cursor what its functions do",
      "create temp table tt (a int); begin; declare c cursor for select fill() from generate_series(1, 3); fetch 2 from c; select count(*) from tt; commit",
      "2",
    ],
    ["is not in a subtransaction", "begin; select pg_export_snapshot() is not null; commit", "t"],
    ["may write", "begin; show transaction_read_only; commit", "off"],
  ] as const)("SQ-H1: %s", async ([, text, value]) => {
    expect(await lastRows(text)).toEqual([[value]]);
  });

  it("SQ-H1: sets the tenant of rows inserted after it", async () => {
    await lastRows(
      "begin; select set_config('app.tenant', 'acme', true); insert into note values (current_setting('app.tenant', true)); commit",
    );
    expect(await rows("select tenant from note")).toEqual([["acme"]]);
  });

  it("SQ-H1: keeps its locks until the transaction ends", async () => {
    const text = "begin; select pg_advisory_xact_lock(4711); select 1; commit";
    const free = async () => (await rows("select pg_try_advisory_lock(4711)"))[0]?.[0];
    const seen: unknown[] = [];
    const input = { databaseId, text, runId: randomUUID(), mode: "run" as const };
    await runStatements(owner, input, async () => void seen.push(await free()), undefined, PATIENT_LIMITS);
    expect(seen).toEqual([true, false, false, true]);
  });

  it("SQ-H1: sends its notifications", async () => {
    const heard = await asCustomer(url, async (client) => {
      const told: (string | undefined)[] = [];
      client.on("notification", ({ payload }) => told.push(payload));
      await client.query("listen ch");
      await lastRows("begin; select pg_notify('ch', 'told'); commit; select pg_notify('ch', 'alone')");
      await expect.poll(() => told).toHaveLength(2);
      return told;
    });
    expect(heard).toEqual(["told", "alone"]);
  });

  it("SQ-H1: reads a large object that it opened", async () => {
    await setUp("select lo_from_bytea(4242, 'abcde')");
    expect(await lastRows("begin; select lo_open(4242, 262144); select loread(0, 5); commit")).toEqual([
      ["\\x6162636465"],
    ]);
  });
});

describe("SQ-H2: a query that looks whether it may write", () => {
  it.for(["select try_log()", "begin; select try_log(); commit"])(
    "SQ-H2: does what it does in psql: %s",
    async (text) => {
      await setUp("truncate log");
      const outcomes = await runText(owner, databaseId, text, { confirmed: undefined });
      const last = outcomes.find(({ status }) => status !== "succeeded");
      // Rows that it wrote need a restore point, of which nothing was said while the function hid its failure.
      expect(last).toMatchObject(
        text.startsWith("select")
          ? { asks: { reason: expect.stringContaining("1 row in public.log") } }
          : { message: expect.stringContaining("1 row in public.log") },
      );
      expect(await rows("select * from log")).toEqual([]);
    },
  );

  it("SQ-H2: is run after its restore point as it was before it", async () => {
    expect(await lastRows("select try_log()")).toEqual([["logged"]]);
    expect(await rows("select * from log")).toEqual([["x"]]);
  }, 60_000);

  it("SQ-H2: sees the transaction that psql shows", async () => {
    expect(await lastRows("select current_setting('transaction_read_only')")).toEqual([["off"]]);
    expect(await lastRows("show transaction_read_only")).toEqual([["off"]]);
  });
});

describe("SQ-H1: a result that is cut off", () => {
  const limits = { ...PATIENT_LIMITS, result: { maxRows: 10, maxCharacters: 100_000 } };

  it("SQ-H1: leaves no effect of the query undone", async () => {
    await setUp("create view counted as select nextval('seq') as n from generate_series(1, 100)");
    for (const [text, last] of [
      ["select nextval('seq') from generate_series(1, 100)", 100],
      ["select * from counted", 200],
    ] as const) {
      const [outcome] = await runText(owner, databaseId, text, { limits });
      expect(outcome).toMatchObject({ status: "succeeded", isTruncated: true });
      expect(Number((await rows("select last_value from seq"))[0]?.[0])).toBeGreaterThanOrEqual(last);
    }
    const [, cut] = await runText(owner, databaseId, "begin; select * from counted; commit", { limits });
    expect(cut).toMatchObject({ status: "failed", message: expect.stringContaining("cut off") });
  });

  it("SQ-H1: is not read to its end where it only reads", async () => {
    const [outcome] = await runText(owner, databaseId, "select n, random() from generate_series(1, 1000) as n", {
      limits,
    });
    expect(outcome).toMatchObject({ status: "succeeded", isTruncated: true, command: "SELECT", rowCount: null });
  });
});
