import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate } from "@/lib/server/migrations/migrate";
import { readMigrations } from "@/lib/server/migrations/migrations";
import { placePrograms } from "@/tests/support/bundled-programs";
import { newControlUrl } from "@/tests/support/clusters";
import { random } from "@/tests/support/context";

const keys = `k1:${Buffer.from(random.bytes(32)).toString("base64")}`;
let folder: string;
let url: string;
let client: pg.Client;

beforeAll(async () => {
  const cache = join(process.cwd(), "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  // Below the package, which has the migrations.
  folder = await mkdtemp(join(cache, "coppice-migrating-"));
  await placePrograms(folder);
  url = await newControlUrl();
  client = await connect();
});
afterAll(async () => {
  await client.end();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url });
  await made.connect();
  return made;
}

async function empty(): Promise<void> {
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS graphile_worker CASCADE");
}

/** Makes the first table that a migration makes, in a transaction that stays open: the migration waits for its end. */
async function block(): Promise<pg.Client> {
  const blocker = await connect();
  const [first] = await readMigrations();
  const table = /CREATE TABLE ("\w+")/.exec(first?.sql ?? "")?.[1];
  await blocker.query(`BEGIN; CREATE TABLE ${table} ()`);
  return blocker;
}

async function untilWaiting(event: string, count: number): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = $1";
  await expect.poll(async () => (await client.query(waiting, [event])).rowCount).toBe(count);
}

function startMigration(): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const child = spawn(process.execPath, [join(folder, "coppice.js"), "migrate", "--json"], {
    env: {
      ...{ PATH: process.env.PATH ?? "", NODE_ENV: "production" },
      ...{ DATABASE_URL: url, COPPICE_DATA_DIR: folder, COPPICE_SECRET_KEYS: keys },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const ended = Promise.all([text(child.stdout), text(child.stderr), closed]).then(([out, err, [code]]) => ({
    code: code as number | null,
    output: out + err,
  }));
  return { child, ended };
}

const names = async () => (await readMigrations()).map(({ name }) => name);
const applied = async () =>
  (
    await client.query(`SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at IS NULL AS stands
      FROM _prisma_migrations ORDER BY migration_name, started_at`)
  ).rows;

test("8.6: of three that migrate one is killed amid its work; another goes on once its session is gone, and the third waits", async () => {
  await empty();
  const blocker = await block();
  const killed = startMigration();
  await untilWaiting("transactionid", 1);
  const others = [startMigration(), startMigration()];
  await untilWaiting("advisory", 2);
  killed.child.kill("SIGKILL");
  await killed.ended;
  await blocker.query("ROLLBACK");
  await blocker.end();
  const [first, second] = await Promise.all(others.map(({ ended }) => ended));
  const all = [first, second].map((each) => ({ code: each?.code, applied: JSON.parse(each?.output ?? "{}").applied }));
  expect(all).toEqual(expect.arrayContaining([{ code: 0, applied: [] }]));
  expect(all).toEqual(expect.arrayContaining([{ code: 0, applied: await names() }]));
  expect(await applied()).toEqual((await names()).map((name) => ({ name, finished: true, stands: true })));
});

test("8.6: a migration that was begun and never finished, as an earlier version may have left it, is applied again", async () => {
  await empty();
  const [first = "", ...later] = await names();
  await client.query(`CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL,
    finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
  await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', 'none', $1)", [first]);
  expect(await migrate(url)).toEqual([first, ...later]);
  expect((await applied()).filter(({ name }) => name === first)).toEqual([
    { name: first, finished: false, stands: false },
    { name: first, finished: true, stands: true },
  ]);
});

test("8.6: a migration that fails says which and why, and leaves nothing of itself", async () => {
  await empty();
  const [first] = await readMigrations();
  const table = /CREATE TABLE "(\w+)"/.exec(first?.sql ?? "")?.[1];
  await client.query(`CREATE TABLE "${table}" ()`);
  await expect(migrate(url)).rejects.toMatchObject({
    name: "OperatorError",
    message: `The migration ${first?.name} failed, and nothing of it was applied: relation "${table}" already exists`,
  });
  expect(await applied()).toEqual([]);
  await client.query(`DROP TABLE "${table}"`);
  expect(await migrate(url)).toEqual(await names());
});
