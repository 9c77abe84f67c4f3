import type { BackupStatus } from "@/lib/core/backup-status";

/** The status of backups that have every second, also those to come. */
export const EVERY_SECOND: BackupStatus = {
  ...{
    at: new Date(),
    place: "folder",
    everySeconds: 5,
    failure: null,
    gaps: [],
    restoreGaps: [],
    proof: null,
    lastProven: null,
    lastFailed: null,
    hosts: [],
  },
  ...{ lastBackupAt: new Date(), restorableFrom: new Date(0) },
  ...{ upTo: new Date("2100-01-01T00:00:00Z"), objectsUpTo: null, restorableTo: new Date("2100-01-01T00:00:00Z") },
};
