import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { type LocalWindowSettings, localWindowFolder } from "@/lib/core/local-window";
import { writeFileDurably } from "../../data-folder/durable-file";
import { findBackedUpClusters } from "../running-clusters";
import { dropSlot } from "../ship-wal";

const EVERY_SECONDS = 5;

const filesIn = (dataDir: string) => join(localWindowFolder(dataDir), "files");
const passphraseIn = (dataDir: string) => join(localWindowFolder(dataDir), "passphrase");

/**
 * Returns the window's files as a place for backups. Their passphrase lies beside them: someone who has the data folder
 * has the databases themselves.
 */
export function windowAsPlace(dataDir: string, { hours, scratch }: LocalWindowSettings): BackupSettings {
  return {
    place: { folder: filesIn(dataDir) },
    passphraseFile: passphraseIn(dataDir),
    ...{ everySeconds: EVERY_SECONDS, keepDays: hours / 24, bytesPerSecond: null, scratch },
  };
}

export async function ensurePassphrase(dataDir: string): Promise<void> {
  const file = passphraseIn(dataDir);
  if (existsSync(file)) return;
  await mkdir(localWindowFolder(dataDir), { recursive: true, mode: 0o700 });
  await writeFileDurably(file, `${randomBytes(32).toString("base64")}\n`, 0o600);
}

export function hasWindowFiles(dataDir: string): boolean {
  return existsSync(filesIn(dataDir));
}

/** Removes the files of the window. Its status stays. */
export async function clearWindow(dataDir: string): Promise<void> {
  await rm(filesIn(dataDir), { recursive: true, force: true });
  await rm(passphraseIn(dataDir), { force: true });
}

/** Removes the window, of which nothing is said any more. The host may go on keeping WAL, for backups. */
export async function removeWindow(dataDir: string): Promise<void> {
  await rm(localWindowFolder(dataDir), { recursive: true, force: true });
}

/** Removes the window of a service that keeps none any more, and has the running host keep no WAL for it. */
export async function leaveOffWindow(dataDir: string): Promise<void> {
  if (!existsSync(localWindowFolder(dataDir))) return;
  await letGoOfWal(dataDir);
  await removeWindow(dataDir);
}

export async function letGoOfWal(dataDir: string): Promise<void> {
  for (const cluster of (await findBackedUpClusters(dataDir)).clusters) {
    if (cluster.name === "host-1") await dropSlot(cluster);
  }
}
