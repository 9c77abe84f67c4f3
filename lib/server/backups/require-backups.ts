import type { BackupSettings } from "@/lib/core/backup-settings";
import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";

/** Throws `OperatorError` where no backups are set up. */
export function requireBackups({ backups, databaseUrl }: Environment): BackupSettings {
  if (databaseUrl !== null) {
    throw new OperatorError(
      "Backups are of the embedded databases. Back up those of DATABASE_URL with their own tools.",
    );
  }
  if (backups === null) {
    throw new OperatorError("There are no backups: set COPPICE_BACKUPS to a folder or s3://bucket/prefix.");
  }
  return backups;
}
