import { afterAll, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import type { AdviceReport } from "@/lib/sql/advice/resource";
import { runCommand } from "@/tests/support/command-line";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, databaseId, setUp } = await openOwnedDatabase();
afterAll(() => service.close());

const ctx = (await service.context({ kind: "operator", id: "command-line" })) as ServiceContext;
const run = (...args: string[]) => runCommand({ ctx }, "db", "advice", ...args);

it("prints a line for each object, or says that there is none; a name can't control the terminal", async () => {
  expect((await run(databaseId)).stdout).toMatch(/^No advice\.\nCounted since .* UTC\.\n$/);
  await setUp('create table "red\u001b[31m" (a int)');
  const printed = await run(databaseId);
  expect(printed).toMatchObject({ exitCode: 0, stderr: "" });
  expect(printed.stdout).toMatch(/^warning +No primary key +public\."red\ufffd\[31m" +- +ALTER TABLE /m);
  const { advice } = (await run(databaseId, "--json")).json<AdviceReport>();
  expect(advice).toMatchObject([{ kind: "no-primary-key", findings: [{ table: { name: "red\u001b[31m" } }] }]);
});

it("an unknown database is not found", async () => {
  expect(await run("db_00000000000000000000")).toMatchObject({ exitCode: 1, stderr: "error: Database not found.\n" });
});
