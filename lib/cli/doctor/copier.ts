import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { ServiceError } from "@/lib/core/errors";
import { type Finding, ok, warn } from "./checks";

/**
 * Checks that this machine has the programs by which one database of a registered host comes back from its backups.
 * Returns `null` for a host without backups, which needs none.
 */
export async function checkCopier(
  { copier, probes: { backups } }: CommandSession & { probes: DoctorProbes },
  { hostId, serverVersionNum }: { hostId: string; serverVersionNum: number },
): Promise<Finding | null> {
  const host = backups.status?.hosts.find(({ id }) => id === hostId);
  if (!backups.isSetUp || !host || (host.obstacle !== null && host.status === null)) return null;
  try {
    await copier.prepare(serverVersionNum);
    return ok("pg_dump and psql are there, so a single database can be brought back");
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "not_configured") throw error;
    return warn("no single database can be brought back from backups", error.message);
  }
}
