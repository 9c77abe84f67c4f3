import type { BackupStatus } from "@/lib/core/backup-status";
import type { Context } from "@/lib/core/context";
import type { LocalWindowStatus } from "@/lib/core/local-window";

export interface BackupContext extends Context {
  /** Returns how the backups of the embedded databases stand; `null` where none are made. */
  readBackups: () => Promise<BackupStatus | null>;
  /** Returns how the last hours of the embedded databases are kept on their own disk; `null` where they aren't. */
  readLocalWindow: () => Promise<LocalWindowStatus | null>;
}
