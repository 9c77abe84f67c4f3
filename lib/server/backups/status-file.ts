import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type BackupStatus, backupStatusFile, readBackupStatus } from "@/lib/core/backup-status";
import { writeFileDurably } from "../data-folder/durable-file";

export async function writeStatus(dataDir: string, status: BackupStatus): Promise<void> {
  const file = backupStatusFile(dataDir);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileDurably(file, `${JSON.stringify(status, null, 2)}\n`, 0o600);
}

/** Says why nothing is sent at all; what was sent before stays true. */
export async function writeFailure(
  dataDir: string,
  { place, everySeconds, failure }: { place: string; everySeconds: number; failure: string },
): Promise<void> {
  const nothing = { upTo: null, lastBackupAt: null, restorableFrom: null, gaps: [] };
  const before = (await readBackupStatus(dataDir)) ?? nothing;
  await writeStatus(dataDir, { ...before, at: new Date(), place, everySeconds, failure });
}
