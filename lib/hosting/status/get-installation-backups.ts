import { requireAdministration } from "@/lib/core/access/require-member-permission";
import {
  type BackupProof,
  type BackupStatus,
  describeTrouble,
  type HostBackups,
  secondsAtRisk,
} from "@/lib/core/backup-status";
import type { OperatorSettingsContext } from "@/lib/people/operator-settings/context";
import type { InstallationBackups } from "./resource";
import type { StatusContext } from "./status-context";

/** Returns how far a loss of the machine would reach now, and how the last backup was proven. */
export async function getInstallationBackups(
  ctx: StatusContext & OperatorSettingsContext,
): Promise<InstallationBackups> {
  requireAdministration(ctx);
  const [backups, window] = await Promise.all([ctx.readBackups(), ctx.readLocalWindow()]);
  return {
    isEmbedded: ctx.settings.environment.hostSocket !== null,
    hasLocalWindow: window !== null,
    kept: backups && describeBackups(backups, ctx.clock.now()),
  };
}

function describeBackups(status: BackupStatus, now: Date): InstallationBackups["kept"] {
  const { place, upTo, objectsUpTo, proof, lastProven, hosts } = status;
  return {
    place,
    upTo: upTo?.toISOString() ?? null,
    objectsUpTo: objectsUpTo?.toISOString() ?? null,
    secondsAtRisk: secondsAtRisk(status, now),
    proof: proof && { at: proof.at.toISOString(), outcome: proof.outcome },
    recovery: lastProven && describeRecovery(lastProven),
    trouble: describeTrouble(status, now),
    hosts: hosts.map(describeHost),
  };
}

function describeRecovery({ at, recoverySeconds: seconds }: BackupProof) {
  return seconds === null ? null : { at: at.toISOString(), seconds };
}

function describeHost({ name, obstacle, status }: HostBackups) {
  return { name, upTo: obstacle === null ? (status?.upTo?.toISOString() ?? null) : null };
}
