import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placePrograms } from "@/tests/support/bundled-programs";
import { newControlUrl } from "@/tests/support/clusters";
import { OPERATOR } from "@/tests/support/context";
import { contextOn } from "@/tests/support/control-database";
import { type RunningProcess, startProcess } from "@/tests/support/lanes-setup";

const SOON = { timeout: 60_000 };

let folder: string;
let variables: Record<string, string>;
let observer: pg.Client;
const running: RunningProcess[] = [];

beforeAll(async () => {
  // Inside the repository, so that the packages are found.
  folder = await mkdtemp(join(process.cwd(), ".setup", "killed-worker-"));
  const databaseUrl = await newControlUrl();
  const keys = `t1:${Buffer.alloc(32, 9).toString("base64")}`;
  variables = { DATABASE_URL: databaseUrl, COPPICE_SECRET_KEYS: keys, COPPICE_URL: "http://coppice.example" };
  await contextOn(databaseUrl, { actor: OPERATOR });
  observer = new pg.Client({ connectionString: databaseUrl });
  await observer.connect();
  await placePrograms(folder);
});
afterAll(async () => {
  await Promise.all(running.map((started) => started.stop()));
  await observer?.end();
  await rm(folder, { recursive: true, force: true });
});

function startWorker(name: string): RunningProcess {
  const roles = { ...variables, COPPICE_ROLES: "worker" };
  const started = startProcess(join(folder, `${name}.log`), [join(folder, "server.js")], roles);
  running.push(started);
  return started;
}

/** Returns the number of sessions that say that workers live. */
async function livingWorkers(): Promise<number> {
  const { rows } = await observer.query(
    `SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND mode = 'ShareLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length;
}

test("a worker that is killed no longer says that it lives, and another one goes on saying so", async () => {
  const { child } = startWorker("killed");
  await expect.poll(livingWorkers, SOON).toBe(1);
  startWorker("living");
  await expect.poll(livingWorkers, SOON).toBe(2);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
  await expect.poll(livingWorkers, SOON).toBe(1);
});
