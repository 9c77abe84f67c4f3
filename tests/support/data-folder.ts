import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "pg";
import { type EmbeddedPostgres, type StartOptions, startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";

export const isRoot = process.getuid?.() === 0;
/** The data is thrown away, so nothing waits for the disk. */
const CARELESS = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

/** A data folder of a test's own, with the output of a start on it. */
export class DataFolder {
  readonly parent: string;
  path: string;
  readonly said: string[] = [];
  #running: EmbeddedPostgres[] = [];

  constructor(mode = 0o711) {
    this.parent = mkdtempSync(join(tmpdir(), "coppice-runtime-"));
    chmodSync(this.parent, mode);
    this.path = join(this.parent, "data");
  }

  async start(
    options: Pick<StartOptions, "keepsBallast" | "postgresBin" | "publicAccess"> = {},
  ): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({
      dataDir: this.path,
      log: (line) => void this.said.push(line),
      settings: CARELESS,
      ...options,
    });
    this.#running.push(started);
    return started;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((started) => started.stop()));
    this.#running = [];
  }

  get state(): { postgresDirectory: string; ports: { control: number; host: number } } {
    const state = JSON.parse(readFileSync(join(this.path, "state.json"), "utf8"));
    return { ...state, postgresDirectory: resolve(this.path, state.postgresDirectory) };
  }

  /** Gives the stopped folder another name. */
  move(name: string): void {
    const path = join(this.parent, name);
    renameSync(this.path, path);
    this.path = path;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.parent, { recursive: true, force: true });
  }
}

export async function queryOne(url: string, text: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

/** Mounts a fresh file system of this size; answers how to take it away again. Root only. */
export function mountImage(folder: string, size: string, makeFileSystem: string[]): () => void {
  const image = `${folder}.image`;
  const [command = "", ...args] = makeFileSystem;
  execFileSync("truncate", ["-s", size, image]);
  execFileSync(command, [...args, image], { stdio: "ignore" });
  execFileSync("mkdir", ["-p", folder]);
  execFileSync("mount", ["-o", "loop", image, folder]);
  return () => void execFileSync("umount", [folder]);
}
