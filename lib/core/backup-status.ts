import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** What the process that makes backups has said last. */
const BackupStatus = z.object({
  /** When it was said. */
  at: z.coerce.date(),
  place: z.string(),
  everySeconds: z.int(),
  /** Everything that was committed before is away from this machine; `null` before the first time. */
  upTo: z.coerce.date().nullable(),
  /** The newest whole base backup. */
  lastBackupAt: z.coerce.date().nullable(),
  /** From here on the installation can be restored to any second up to `upTo`. */
  restorableFrom: z.coerce.date().nullable(),
  /** A sentence about what keeps the newest from being sent, or a base backup from being made. */
  failure: z.string().nullable(),
  /** The times at which WAL was lost before it could be sent, the newest last. */
  gaps: z.array(z.coerce.date()),
});

export type BackupStatus = z.infer<typeof BackupStatus>;

export const backupStatusFile = (dataDir: string) => join(dataDir, "backups", "status.json");

/** Returns `null` for an installation that makes no backups. */
export async function readBackupStatus(dataDir: string): Promise<BackupStatus | null> {
  try {
    return BackupStatus.parse(JSON.parse(await readFile(backupStatusFile(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** The newest may be as old as several rounds take before something is wrong. */
const LATE_ROUNDS = 3;
const LATE_SECONDS = 60;
/** A base backup is made each night. */
const OLD_BACKUP_MILLISECONDS = 36 * 3_600_000;

/** Returns how many seconds of work would be lost with the machine now; `null` if nothing is away from it. */
export function secondsAtRisk({ upTo }: BackupStatus, now: Date): number | null {
  return upTo === null ? null : Math.max(0, (now.getTime() - upTo.getTime()) / 1_000);
}

/** Returns what is wrong in a sentence, or `null`. */
export function describeTrouble(status: BackupStatus, now: Date): string | null {
  const { failure, everySeconds, lastBackupAt, place } = status;
  const seconds = secondsAtRisk(status, now);
  const late = LATE_ROUNDS * everySeconds + LATE_SECONDS;
  if (seconds === null || seconds > late) {
    const since = seconds === null ? "yet" : `for ${Math.round(seconds / 60)} minutes`;
    return `Backups: nothing has reached ${place} ${since}. ${failure ?? "The process that sends it doesn't run."}`;
  }
  if (failure !== null) return `Backups: ${failure}`;
  if (lastBackupAt === null) return "Backups: there is no base backup yet, so nothing can be restored.";
  if (now.getTime() - lastBackupAt.getTime() <= OLD_BACKUP_MILLISECONDS) return null;
  return `Backups: the last base backup is of ${lastBackupAt.toISOString()}.`;
}
