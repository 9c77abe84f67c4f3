import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { type DataFolderLock, findLockHolder, lockPath } from "../data-folder/data-folder-lock";

/** Locks the data folder for the process that sends its WAL; `null` while another process does. */
export async function tryShippingLock(dataDir: string): Promise<DataFolderLock | null> {
  return lockPath(await lockFolder(dataDir, "shipping"), () => "held").catch((error: unknown) => {
    if (error instanceof OperatorError) return null;
    throw error;
  });
}

/** Throws `OperatorError` while another base backup of the data folder is made. */
export async function withBackupLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const describe = (pid: number | null) => `A backup is already being made (pid ${pid ?? "unknown"}). Wait for it.`;
  const lock = await lockPath(await lockFolder(dataDir, "base"), describe);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Locks the scratch folder for a proof or a restore. Throws `OperatorError` while another process has it. */
export async function lockProof(dataDir: string): Promise<DataFolderLock> {
  const describe = (pid: number | null) =>
    `A proof or a restore is already running (pid ${pid ?? "unknown"}). Wait for it.`;
  return lockPath(await lockFolder(dataDir, "proof"), describe);
}

/** Returns whether backups are proven or a database is restored at this moment. */
export async function isRecovering(dataDir: string): Promise<boolean> {
  return (await findLockHolder(await lockFolder(dataDir, "proof"))) !== null;
}

/** A lock needs a path of its own that exists. */
async function lockFolder(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, "backups", name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
