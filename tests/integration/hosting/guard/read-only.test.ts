import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import { runStatements } from "@/lib/sql/statements/run";
import { asSuperuser } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, owner, databaseId, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const asRoot = (text: string) => asSuperuser(service.cluster, "postgres", (client) => client.query(text));

/** A database with a table, made read-only as the guard does it. */
beforeEach(async () => {
  await asRoot(`ALTER ROLE ${databaseId} RESET default_transaction_read_only`);
  await setUp("DROP TABLE IF EXISTS large; CREATE TABLE large AS SELECT generate_series(1, 100) AS n");
  await asRoot(`ALTER ROLE ${databaseId} SET default_transaction_read_only = on`);
});

async function run(text: string): Promise<StatementOutcome[]> {
  const outcomes: StatementOutcome[] = [];
  const input = { databaseId, text, runId: randomUUID(), mode: "run" as const, confirmed: { from: 0, settings: [] } };
  await runStatements(owner, input, (outcome) => void outcomes.push(outcome));
  return outcomes;
}

it("a database that was made read-only can be read, and not written", async () => {
  expect(await run("select count(*) from large")).toMatchObject([{ status: "succeeded", rows: [["100"]] }]);
  expect(await run("insert into large values (1)")).toMatchObject([{ status: "failed", sqlState: "25006" }]);
});

it.each([
  "delete from large",
  "truncate large",
  "drop table large",
  "vacuum full large",
  "delete from large where n < 10; vacuum full large",
])("its owner makes it smaller in the SQL editor: %s", async (text) => {
  const outcomes = await run(`set default_transaction_read_only = off; ${text}`);
  expect(outcomes.map(({ status, ...rest }) => (status === "failed" ? rest : status))).toEqual(
    outcomes.map(() => "succeeded"),
  );
});
