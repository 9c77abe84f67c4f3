import type { RestoreGap } from "@/lib/core/backup-status";
import type { BackupContext } from "./context";
import type { PastSource } from "./resource";

/** The times to which the embedded host can be taken back, and where its past is. */
interface PastTimes {
  source: PastSource;
  restorableFrom: Date | null;
  restorableTo: Date | null;
  restoreGaps: RestoreGap[];
  /** The time that the last proof took for recovering; `null` where none was proven. */
  recoverySeconds: number | null;
}

/** Returns those of backups; without backups those of the local window, and without both `null`. */
export async function readPastTimes(ctx: BackupContext): Promise<PastTimes | null> {
  const backups = await ctx.readBackups();
  if (backups !== null) {
    return { ...backups, source: "backups", recoverySeconds: backups.lastProven?.recoverySeconds ?? null };
  }
  const window = await ctx.readLocalWindow();
  return window && { ...window, source: "local_window", recoverySeconds: null };
}
