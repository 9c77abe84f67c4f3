import type { BackupSettings } from "@/lib/core/backup-settings";
import type { Environment } from "@/lib/core/env";
import { describeLocalWindow, readLocalWindow } from "@/lib/core/local-window";
import { OperatorError } from "@/lib/core/operator-error";

const NO_BACKUPS = "There are no backups: set COPPICE_BACKUPS to a folder or s3://bucket/prefix.";

/** Does the same, and says which times a local window has, so that nobody takes it for a backup. */
export async function requireBackupsBesideWindow(environment: Environment): Promise<BackupSettings> {
  const window = environment.backups === null ? await readLocalWindow(environment.dataDir) : null;
  if (window === null || environment.databaseUrl !== null) return requireBackups(environment);
  throw new OperatorError(`${NO_BACKUPS} The local window has ${describeLocalWindow(window)}.`);
}

/** Throws `OperatorError` where no backups are set up. */
export function requireBackups({ backups, databaseUrl }: Environment): BackupSettings {
  if (databaseUrl !== null) {
    throw new OperatorError(
      "Backups are of the embedded databases. Back up those of DATABASE_URL with their own tools.",
    );
  }
  if (backups === null) {
    throw new OperatorError(NO_BACKUPS);
  }
  return backups;
}
