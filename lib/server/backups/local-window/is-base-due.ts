interface WindowState {
  /** WAL was lost, so later WAL needs a base backup of its own. */
  needsBackup: boolean;
  lastBackupAt: Date | null;
  /** The bytes of WAL since the newest base backup; `null` without one. */
  written: number | null;
}

/** The server writes as much of its own accord after a base backup. */
const OWN_BYTES = 4_096;
/** A base backup is made when half of the window's time, or of its room at worst, is behind it. */
const SHARE_OF_TIME = 1 / 2;
const SHARE_OF_ROOM = 1 / 4;
const HOUR_MILLISECONDS = 3_600_000;

/** Returns whether the window needs another base backup: without new writes, it never does. */
export function isBaseDue(
  { needsBackup, lastBackupAt, written }: WindowState,
  { hours, mostBytes, now }: { hours: number; mostBytes: number; now: Date },
): boolean {
  if (needsBackup || lastBackupAt === null || written === null) return true;
  if (written <= OWN_BYTES) return false;
  if (written > mostBytes * SHARE_OF_ROOM) return true;
  return now.getTime() - lastBackupAt.getTime() >= hours * HOUR_MILLISECONDS * SHARE_OF_TIME;
}
