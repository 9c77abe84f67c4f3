import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SNIPPETS } from "@/components/dashboard/databases/snippets";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
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

/** Returns the output of the program. Its imports are found from here, where `npm ci` puts them. */
async function runNode(file: string): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [file], { env: { ...process.env, DATABASE_URL } });
  expect(stderr).toBe("");
  return stdout;
}

/** Bundled, since its generated client is a folder of TypeScript, as a project of Prisma has it. */
async function bundled(name: string, file: string): Promise<void> {
  await build({
    stdin: { contents: textOf(name), loader: "ts", resolveDir: process.cwd() },
    ...{ outfile: file, bundle: true, packages: "external", platform: "node", format: "esm", logLevel: "error" },
    plugins: [
      {
        name: "generated-client",
        setup: ({ onResolve }) => {
          const path = `${process.cwd()}/lib/core/db/generated/client.ts`;
          onResolve({ filter: /^\.\/generated\/prisma\/client$/ }, () => ({ path }));
        },
      },
    ],
  });
}

it.each(["Node", "Drizzle", "Prisma"])("the one for %s runs as it stands", async (name) => {
  const folder = await mkdtemp(join(process.cwd(), "node_modules", ".snippet-"));
  try {
    const file = join(folder, "snippet.mjs");
    await bundled(name, file);
    expect(await runNode(file)).toMatch(/now: '?\d{4}-\d{2}-\d{2}[T ]/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.skipIf(!hasPsql)("the one for psql runs as it stands", async () => {
  const env = { ...process.env, DATABASE_URL };
  const { stdout } = await run("bash", ["-c", `${textOf("psql")} -Atc 'select 40 + 2'`], { env });
  expect(stdout).toBe("42\n");
});
