import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { backupProofFile, backupStatusFile } from "@/lib/core/backup-status";
import { removeClones } from "./clone-cluster";
import { clearStage } from "./restore/transplant";
import { findBackedUpClusters } from "./running-clusters";
import { dropSlot } from "./ship-wal";

/**
 * Forgets the WAL that earlier backups of running clusters keep, for a service that makes none: WAL would pile up for
 * them.
 */
export async function leaveOffBackups(dataDir: string): Promise<void> {
  await removeClones(dataDir);
  const file = backupStatusFile(dataDir);
  if (!existsSync(file)) return;
  for (const cluster of (await findBackedUpClusters(dataDir)).clusters) {
    await dropSlot(cluster);
    await clearStage(cluster);
  }
  await rm(backupProofFile(dataDir), { force: true });
  await rm(file);
}
