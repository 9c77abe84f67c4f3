import type { BackupStatus, PlaceStatus, RestoreGap } from "@/lib/core/backup-status";
import { EMBEDDED_HOST_NAME } from "@/lib/core/embedded-host";
import type { BackupContext } from "./context";
import type { PastSource } from "./resource";

/** The times to which a host can be taken back, and where its past is. */
interface PastTimes {
  source: PastSource;
  restorableFrom: Date | null;
  restorableTo: Date | null;
  restoreGaps: RestoreGap[];
  /** The time that the last proof took for recovering; `null` where none was proven. */
  recoverySeconds: number | null;
  /** A sentence about the reason for which a registered host can't be backed up; `null` if it can. */
  obstacle: string | null;
}

export interface PastHost {
  id: string;
  name: string;
}

/** Whether a host's past is in the files of this machine, and is put into its cluster as files. */
export const isEmbedded = ({ name }: Pick<PastHost, "name">) => name === EMBEDDED_HOST_NAME;

/**
 * Returns those of backups; without backups those of the local window, which has the embedded host alone. Returns `null`
 * where nothing of the host's past is kept.
 */
export async function readPastTimes(ctx: BackupContext, host: PastHost): Promise<PastTimes | null> {
  const backups = await ctx.readBackups();
  if (!isEmbedded(host)) return backups && timesOfRegistered(backups, host.id);
  if (backups !== null) return timesOf(backups, null);
  const window = await ctx.readLocalWindow();
  return window && { ...window, source: "local_window", recoverySeconds: null, obstacle: null };
}

function timesOfRegistered({ hosts }: BackupStatus, hostId: string): PastTimes {
  const found = hosts.find(({ id }) => id === hostId);
  if (found?.status) return timesOf(found.status, found.obstacle);
  const none = { restorableFrom: null, restorableTo: null, restoreGaps: [], recoverySeconds: null };
  return { source: "backups", ...none, obstacle: found?.obstacle ?? null };
}

function timesOf({ lastProven, ...times }: PlaceStatus, obstacle: string | null): PastTimes {
  return { ...times, source: "backups", recoverySeconds: lastProven?.recoverySeconds ?? null, obstacle };
}
