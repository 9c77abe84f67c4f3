import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SNIPPETS } from "@/components/dashboard/databases/snippets";
import { revealConnectionString } from "@/lib/credentials/reveal";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

const run = promisify(execFile);
const hasPsql = await run("psql", ["--version"]).then(
  () => true,
  () => false,
);

let service: HostingService;
let DATABASE_URL: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  const databaseId = await createReadyDatabase(service, member.owner);
  const owner = await service.context(member.owner);
  DATABASE_URL = (await revealConnectionString(owner, { databaseId })).connectionString;
});

afterAll(() => service.close());

function textOf(name: string): string {
  const snippet = SNIPPETS.find((one) => one.name === name);
  if (!snippet) throw new Error(`no snippet for ${name}`);
  return snippet.text;
}

it("the one for Node runs as it stands", async () => {
  const env = { ...process.env, DATABASE_URL };
  const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", textOf("Node")], { env });
  expect(stdout).toMatch(/now: \d{4}-\d{2}-\d{2}T/);
  expect(stderr).toBe("");
});

it.skipIf(!hasPsql)("the one for psql runs as it stands", async () => {
  const env = { ...process.env, DATABASE_URL };
  const { stdout } = await run("bash", ["-c", `${textOf("psql")} -Atc 'select 40 + 2'`], { env });
  expect(stdout).toBe("42\n");
});
