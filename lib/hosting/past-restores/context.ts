import type { BackupStatus } from "@/lib/core/backup-status";
import type { Context } from "@/lib/core/context";
import type { LocalWindowStatus } from "@/lib/core/local-window";
import type { DatabaseCopier } from "@/lib/core/ports/database-copier";

export interface BackupContext extends Context {
  /** Returns how the backups of the databases stand, those of registered hosts too; `null` where none are made. */
  readBackups: () => Promise<BackupStatus | null>;
  /** Returns how the last hours of the embedded databases are kept on their own disk; `null` where they aren't. */
  readLocalWindow: () => Promise<LocalWindowStatus | null>;
  /** Copies databases into registered hosts. */
  copier: DatabaseCopier;
}
