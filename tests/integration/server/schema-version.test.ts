import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { migrate } from "@/lib/server/migrations/migrate";
import { readMigrations } from "@/lib/server/migrations/migrations";
import { placePrograms } from "@/tests/support/bundled-programs";
import { newControlUrl } from "@/tests/support/clusters";
import { random } from "@/tests/support/context";

const LATER = "99990101000000_later";
let folder: string;
let keysFile: string;

beforeAll(async () => {
  const cache = join(process.cwd(), "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  // Below the package, which has the migrations.
  folder = await mkdtemp(join(cache, "coppice-schema-version-"));
  keysFile = join(folder, "secret-keys");
  await writeFile(keysFile, `k1:${Buffer.from(random.bytes(32)).toString("base64")}\n`, { mode: 0o600 });
  await placePrograms(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function onDatabase(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function migratedByNewer(): Promise<string> {
  const databaseUrl = await newControlUrl();
  const client = await onDatabase(databaseUrl);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, 'none', $1, now(), 1)`,
    [LATER],
  );
  return databaseUrl;
}

async function emptyDatabase(): Promise<string> {
  const databaseUrl = await newControlUrl();
  const client = await onDatabase(databaseUrl);
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS graphile_worker CASCADE");
  return databaseUrl;
}

/** Runs one of the bundles until it ends, or until it says that it has started. */
async function run(name: string, args: string[], variables: Record<string, string>) {
  const port = await findFreePort([]);
  const own = { PORT: String(port), COPPICE_SECRET_KEYS_FILE: keysFile, COPPICE_DATA_DIR: folder };
  const child = spawn(process.execPath, [join(folder, `${name}.js`), ...args], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...own, ...variables },
  });
  let output = "";
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once("close", resolve);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (text.includes('"started"')) child.kill("SIGTERM");
    });
  }
  return { code: await promise, output };
}

test.each(["web", "worker", "content", "sql", "realtime", "functions"])(
  "OP-H3: the role %s refuses a schema of a newer version in one sentence",
  async (role) => {
    const DATABASE_URL = await migratedByNewer();
    const { code, output } = await run("server", [], { DATABASE_URL, COPPICE_ROLES: role });
    expect(output).toBe(
      `A newer version of Coppice has migrated the control plane: this one doesn't know the migration ${LATER}. Run that version, or restore a backup from before the upgrade.\n`,
    );
    expect(code).toBe(1);
  },
);

test("OP-H3: a start and a command refuse a schema of a newer version, and change nothing", async () => {
  const DATABASE_URL = await migratedByNewer();
  for (const [name, ...args] of [["server"], ["coppice", "migrate"], ["coppice", "org", "list"]]) {
    const { code, output } = await run(name ?? "", args, { DATABASE_URL });
    expect(output).toContain("A newer version of Coppice has migrated the control plane");
    expect(output).not.toContain("    at ");
    expect(code).toBe(1);
  }
  const client = await onDatabase(DATABASE_URL);
  expect((await client.query("SELECT count(*)::int AS n FROM organisation")).rows).toEqual([{ n: 0 }]);
});

test("OP-H3: a role refuses an empty control plane and names the command, after which it starts", async () => {
  const DATABASE_URL = await emptyDatabase();
  const [first] = await readMigrations();
  const refused = await run("server", [], { DATABASE_URL, COPPICE_ROLES: "web" });
  expect(refused.output).toMatch(new RegExp(`^The control plane lacks the migration ${first?.name} and \\d+ more\\.`));
  expect(refused.output).toContain("npm run coppice -- migrate");
  expect(refused.code).toBe(1);

  const migrated = await run("coppice", ["migrate", "--json"], { DATABASE_URL });
  expect(JSON.parse(migrated.output)).toEqual({ applied: (await readMigrations()).map(({ name }) => name) });
  const again = await run("coppice", ["migrate"], { DATABASE_URL });
  expect(again).toEqual({ code: 0, output: "The control plane has the schema of this version.\n" });
  const started = await run("server", [], { DATABASE_URL, COPPICE_ROLES: "worker" });
  expect(started.output).toContain('"started"');
  expect(started.code).toBe(0);
});

test("OP-H3: a migration that a newer version applied stops a migration, with any pending ones", async () => {
  const databaseUrl = await migratedByNewer();
  const client = await onDatabase(databaseUrl);
  const last = (await readMigrations()).at(-1)?.name;
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [last]);
  await expect(migrate(databaseUrl)).rejects.toThrow(`doesn't know the migration ${LATER}`);
});
