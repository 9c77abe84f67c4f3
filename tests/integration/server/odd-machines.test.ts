import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { findRunFolder } from "@/lib/server/supervise/run-folder";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder, queryOne } from "@/tests/support/data-folder";
import { startSupervised, untilServing } from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `odd-machines-${process.pid}`);
const folders: DataFolder[] = [];
let port: number;

beforeAll(async () => {
  await placePrograms(built);
  port = await findFreePort([]);
});
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

interface Machine {
  dataDir: string;
  variables?: Record<string, string>;
  umask?: string;
  openFiles?: number;
}

/** Starts the service as a shell of this machine does, with nothing but these variables. */
async function serve({ dataDir, variables = {}, umask = "022", openFiles = 1_024 }: Machine) {
  const limits = `umask ${umask}; ulimit -n ${openFiles}; exec "$0" "$@"`;
  const command = ["-c", limits, process.execPath, join(built, "server.js")];
  const service = startSupervised("/bin/sh", command, {
    env: {
      ...{ PATH: process.env.PATH ?? "", NODE_ENV: "production", LOG_LEVEL: "error" },
      ...{ PORT: String(port), COPPICE_DATA_DIR: dataDir, ...variables },
    },
  });
  const stop = async () => {
    service.child.kill("SIGTERM");
    await service.exitCode;
  };
  onTestFinished(stop);
  await untilServing(service);
  return { key: /COPPICE_MANAGEMENT_KEY=(\S+)/.exec(service.output())?.[1] ?? "", stop };
}

const api = async (key: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).json();
};

/** Makes a database and asks it, by the process for SQL, which the first request starts. */
async function expectToWork(key: string): Promise<void> {
  const { id } = await api(key, "/api/v1/databases", { name: "main" });
  const ask = () => api(key, "/api/v1/sql", { database: id, query: "select 'ü' || 1 as a" });
  await expect.poll(async () => (await ask()).rows).toEqual([{ a: "ü1" }]);
}

function newFolder(): DataFolder {
  const folder = new DataFolder();
  folders.push(folder);
  return folder;
}

const settingsOf = (url: string) =>
  queryOne(
    url,
    `SELECT datcollate, datctype, pg_encoding_to_char(encoding) AS encoding, current_setting('lc_messages') AS messages,
      current_setting('TimeZone') AS zone, current_setting('log_timezone') AS "logZone"
     FROM pg_database WHERE datname = current_database()`,
  );

test("8.1: a data folder behind a link, of 150 bytes, with spaces and an apostrophe, serves databases, SQL and commands", async () => {
  const { parent } = newFolder();
  const dataDir = `${parent}/a b'c (ü); &x`.padEnd(149, "y");
  mkdirSync(join(parent, "target"), { mode: 0o711 });
  symlinkSync("target", dataDir);
  const { key } = await serve({ dataDir });
  await expectToWork(key);
  const run = findRunFolder(dataDir) ?? "";
  expect(statSync(join(run, "functions.sock")).isSocket()).toBe(true);
  expect(Buffer.byteLength(join(run, "functions.sock"))).toBeLessThan(107);
  const listed = execFileSync(process.execPath, [join(built, "coppice.js"), "org", "list", "--json"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", COPPICE_DATA_DIR: dataDir },
  });
  expect(JSON.parse(listed.toString()).items).toHaveLength(1);
});

test.each(['"', "$HOME"])("8.1: a data folder with %s in its path is refused in one sentence", async (sign) => {
  const { parent } = newFolder();
  const dataDir = join(parent, `a${sign}b`);
  const service = startSupervised(process.execPath, [join(built, "server.js")], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), COPPICE_DATA_DIR: dataDir },
  });
  expect(await service.exitCode).toBe(1);
  expect(service.output().split("\n").slice(-2)).toEqual([
    ...[expect.stringMatching(/^Can't create a PostgreSQL cluster in .* Choose another data folder/), ""],
  ]);
});

test("8.2, 8.8: with any language, zone, umask, HOME and limit of files, a machine gets the same private clusters", async () => {
  const odd = { LC_ALL: "xx_XX.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Kathmandu", HOME: "/nonexistent" };
  const { path: dataDir } = newFolder();
  const { key, stop } = await serve({ dataDir, umask: "077", openFiles: 256 });
  await expectToWork(key);
  await stop();
  await serve({ dataDir, variables: odd, umask: "000" });
  const running = await findEmbeddedPostgres(dataDir);
  const expected = {
    ...{ datcollate: "C.UTF-8", datctype: "C.UTF-8", encoding: "UTF8" },
    ...{ messages: "C", zone: "UTC", logZone: "UTC" },
  };
  expect(await settingsOf(running?.controlUrl ?? "")).toEqual(expected);
  expect(await settingsOf(running?.provisionerUrl ?? "")).toEqual(expected);
  for (const name of ["state.json", "secrets.json", "secret-keys"]) {
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
  }
  expect(statSync(dataDir).mode & 0o066).toBe(0);
});
