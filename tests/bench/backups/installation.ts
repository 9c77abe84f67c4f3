import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import type { BackupSettings } from "@/lib/core/backup-settings";
import type { BackupProof } from "@/lib/core/backup-status";
import { BackupEngine } from "@/lib/server/backups/engine";
import { proveBackups } from "@/lib/server/backups/prove/command";
import { findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import type { CleanUp } from "../clean-up";

const run = promisify(execFile);
const PATIENCE_MILLISECONDS = 600_000;
const quiet = { onProgress: () => undefined, crashPoint: () => undefined };

/** An installation without the service's processes, whose backups this process makes. */
export interface Installation {
  /** Leads to a database of the host, for rows of the bench. */
  url: string;
  /** Leads to the host's maintenance database. */
  maintenanceUrl: string;
  engine: BackupEngine;
  client: Client;
  backUp(): Promise<void>;
  /** Removes all base backups, so that the next is a first one. */
  forgetBackups(): Promise<void>;
  prove(): Promise<BackupProof>;
  /** The bytes in the place below a prefix. */
  bytesBelow(prefix: string): Promise<number>;
  /** Copies the data folders of both servers, flushed to the disk as a backup is, and removes the copy. */
  copyAll(): Promise<number>;
}

export async function openInstallation(cleanUp: CleanUp, folder: string): Promise<Installation> {
  const [dataDir, place, passphraseFile] = [join(folder, "data"), join(folder, "place"), join(folder, "passphrase")];
  const passphrase = randomBytes(24).toString("base64");
  await writeFile(passphraseFile, passphrase, { mode: 0o600 });
  const clusters = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  cleanUp.add(() => clusters.stop());
  const url = await createDatabase(clusters);
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUp.add(() => client.end());
  const once = { everySeconds: 1, keepDays: 14, bytesPerSecond: null, scratch: null };
  const settings: BackupSettings = { place: { folder: place }, passphraseFile, ...once };
  const keyRing = await readFile(clusters.secretKeysFile, "utf8");
  const engine = await BackupEngine.open({
    ...{ dataDir, settings, readKeyRing: () => keyRing.trim(), isElsewhere: false, pace: null },
    ...{ log: () => undefined, crashPoint: quiet.crashPoint },
  });
  const folders = (await findBackedUpClusters(dataDir)).clusters.map((cluster) => cluster.dataDirectory);
  return {
    ...{ url, maintenanceUrl: clusters.host.provisionerUrl, engine, client },
    backUp: async () => {
      await shippingMeanwhile(engine, engine.backUp(quiet.onProgress, PATIENCE_MILLISECONDS));
    },
    forgetBackups: () => engine.repository.removeAll("base/"),
    prove: async () => {
      const signal = new AbortController().signal;
      const { own } = await proveBackups({ ...quiet, dataDir, settings, isElsewhere: false, signal });
      if (own === null) throw new Error("nothing was due");
      return own;
    },
    bytesBelow: async (prefix) => {
      const files = await engine.repository.list(prefix);
      return files.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    copyAll: async () => {
      const copy = join(folder, "copy");
      await mkdir(copy);
      const startedAt = performance.now();
      await run("cp", ["-r", "--reflink=never", "--parents", ...folders, copy]);
      await run("sync", ["-f", copy]);
      const milliseconds = performance.now() - startedAt;
      await rm(copy, { recursive: true });
      return milliseconds;
    },
  };
}

async function createDatabase({ host }: EmbeddedPostgres): Promise<string> {
  const provisioner = new Client({ connectionString: host.provisionerUrl });
  await provisioner.connect();
  await provisioner.query("CREATE DATABASE bench");
  await provisioner.end();
  return Object.assign(new URL(host.provisionerUrl), { pathname: "/bench" }).href;
}

/** As a running service does, which sends the WAL of a base backup while it is made. */
async function shippingMeanwhile(engine: BackupEngine, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await engine.ship();
    await Promise.race([done.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 250))]);
  }
  await done;
  await engine.ship();
}
