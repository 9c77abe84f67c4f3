import type { BackupStatus } from "@/lib/core/backup-status";
import type { Context } from "@/lib/core/context";

export interface BackupContext extends Context {
  /** Returns how the backups of the embedded databases stand; `null` where none are made. */
  readBackups: () => Promise<BackupStatus | null>;
}
