interface WindowState {
  /** WAL was lost, so later WAL needs a base backup of its own. */
  needsBackup: boolean;
  lastBackupAt: Date | null;
  /** Whether a database was written to since the newest base backup. */
  isWrittenTo: boolean;
  /** The bytes of WAL since then; `null` without one. The host's guard writes a little all the time. */
  written: number | null;
}

/** As much of the guard's own WAL is replaced by a base backup, which takes it some weeks. */
const OWN_BYTES = 256 * 1024 ** 2;
/** A base backup is made when half of the window's time, or of its room at worst, is behind it. */
const SHARE_OF_TIME = 1 / 2;
const SHARE_OF_ROOM = 1 / 4;
const HOUR_MILLISECONDS = 3_600_000;

/** Returns whether the window needs another base backup. */
export function isBaseDue(
  { needsBackup, lastBackupAt, isWrittenTo, written }: WindowState,
  { hours, mostBytes, now }: { hours: number; mostBytes: number; now: Date },
): boolean {
  if (needsBackup || lastBackupAt === null || written === null) return true;
  if (written > mostBytes * SHARE_OF_ROOM) return true;
  if (!isWrittenTo && written <= OWN_BYTES) return false;
  return now.getTime() - lastBackupAt.getTime() >= hours * HOUR_MILLISECONDS * SHARE_OF_TIME;
}
