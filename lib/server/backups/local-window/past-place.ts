import type { BackupSettings } from "@/lib/core/backup-settings";
import type { Environment } from "@/lib/core/env";
import { requireBackups } from "../require-backups";
import { hasWindowFiles, windowAsPlace } from "./files";

/** Returns where a database's past is: in the backups, or without any in the local window. Throws `OperatorError`. */
export function requirePast(environment: Environment): BackupSettings {
  const { backups, dataDir, localWindow } = environment;
  return backups === null && hasWindowFiles(dataDir)
    ? windowAsPlace(dataDir, localWindow)
    : requireBackups(environment);
}
