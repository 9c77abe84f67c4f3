import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type BackupProof,
  backupProofFile,
  backupStatusFile,
  readBackupProofs,
  readBackupStatus,
  type ShippingStatus,
} from "@/lib/core/backup-status";
import { writeFileDurably } from "../data-folder/durable-file";

/** The state of backups before anything was sent. */
export const NOTHING_SENT = {
  ...{
    upTo: null,
    objectsUpTo: null,
    lastBackupAt: null,
    restorableFrom: null,
    restorableTo: null,
    restoreGaps: [],
    gaps: [],
  },
};

export async function writeStatus(dataDir: string, status: ShippingStatus): Promise<void> {
  await writeJson(backupStatusFile(dataDir), status);
}

/** Says why nothing is sent at all; the earlier status stays true. */
export async function writeFailure(
  dataDir: string,
  { place, everySeconds, failure }: { place: string; everySeconds: number; failure: string },
): Promise<void> {
  const before = (await readBackupStatus(dataDir)) ?? NOTHING_SENT;
  await writeStatus(dataDir, { ...before, at: new Date(), place, everySeconds, failure });
}

/** Keeps the last proof beside the last one that proved something and the last one that failed. */
export async function writeProof(dataDir: string, proof: BackupProof): Promise<void> {
  const { lastProven, lastFailed } = await readBackupProofs(dataDir, proof.place);
  await writeJson(backupProofFile(dataDir), {
    proof,
    lastProven: proof.outcome === "proven" ? proof : lastProven,
    lastFailed: proof.outcome === "failed" ? proof : lastFailed,
  });
}

async function writeJson(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileDurably(file, `${JSON.stringify(value, null, 2)}\n`, 0o600);
}
