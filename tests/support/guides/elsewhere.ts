import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { vi } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";

/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface PostgresElsewhere {
  url: string;
  stop(): Promise<void>;
}

/** Starts the machine's own PostgreSQL, of another version than the product's, with one empty database. */
export async function startPostgresElsewhere(): Promise<PostgresElsewhere> {
  const [programs] = globSync("/usr/lib/postgresql/*/bin");
  if (programs === undefined) throw new Error("PostgreSQL is missing: bin/setup/test-programs.mjs installs it.");
  const folder = await mkdtemp(join(tmpdir(), "coppice-elsewhere-"));
  await chmod(folder, 0o700);
  if (NOBODY.uid !== undefined) await chown(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, "data");
  const options = { ...NOBODY, cwd: folder };
  await promisify(execFile)(join(programs, "initdb"), ["-D", data, "-U", "shop", "-A", "trust", "--no-sync"], options);
  const port = String(await findFreePort([]));
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"];
  const server = spawn(join(programs, "postgres"), ["-D", data, "-p", port, ...settings], {
    ...options,
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  const url = `postgresql://shop@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    server.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await vi
    .waitFor(() => query(url, "SELECT 1"), { interval: 50, timeout: 60_000 })
    .catch(async (error) => {
      await stop();
      throw error;
    });
  return { url, stop };
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
