import type { DoctorProbes } from "@/lib/cli/command-line";
import {
  type BackupProofs,
  describeTrouble,
  type HostBackups,
  type ShippingStatus,
  secondsAtRisk,
} from "@/lib/core/backup-status";
import { describeLocalWindow } from "@/lib/core/local-window";
import { type Check, type Finding, fail, named, ok, warn } from "./checks";

const GUIDE = "docs/backups.md shows how.";

/** Checks that a copy of the embedded databases' data is away from this machine. */
export function checkBackups({ backups: { isSetUp, status }, isEmbedded }: DoctorProbes): Finding | Check[] | null {
  if (!isEmbedded) return null;
  if (!isSetUp) return ok(`not set up: all data is lost with this disk; ${GUIDE}`);
  const now = new Date();
  if (status === null) return warn("none was made yet", "Start the service, or run `backup now`.");
  const trouble = describeTrouble(status, now);
  if (trouble !== null) return fail(trouble, `See \`backup status\`. ${GUIDE}`);
  const own = ok(`${status.place} has everything but ${lossOf(status, now)}`);
  const hosts = status.hosts.map((host) => named(`backups of ${host.name}`, checkHost(host, now)));
  return [named("backups", own), named("backup proof", checkProof(status)), ...hosts];
}

function lossOf(status: ShippingStatus, now: Date): string {
  return `the last ${Math.ceil(secondsAtRisk(status, now) ?? 0)} s`;
}

/** A host that is in trouble was named before. */
function checkHost({ obstacle, status }: HostBackups, now: Date): Finding {
  if (obstacle !== null) return warn("none are made", `${obstacle} Or back it up yourself. ${GUIDE}`);
  if (!status) return warn("none was made yet", "See `backup status`.");
  return ok(`${status.place} has everything but ${lossOf(status, now)}`);
}

function checkProof({ proof, lastProven }: BackupProofs): Finding {
  const advice = "Run `backup prove`, which reports its steps.";
  if (proof === null) return warn("no backup was proven yet", advice);
  if (proof.outcome === "could not run") return warn(`the last one could not run: ${proof.reason}`, advice);
  const took = Math.ceil(lastProven?.recoverySeconds ?? 0);
  return ok(`proven ${proof.at.toISOString()}, recovered in ${took} s`);
}

/** Checks the last hours that are kept on the databases' own disk. They are no backup, and none is expected of them. */
export function checkLocalWindow({ localWindow: status, isEmbedded }: DoctorProbes): Finding | null {
  if (!isEmbedded || status === null) return null;
  if (status.failure === null) return ok(describeLocalWindow(status));
  const pause = status.pausedUntil === null ? "" : ` Nothing is kept until ${status.pausedUntil.toISOString()}.`;
  return warn(`${status.failure}${pause}`, "Free some space, or set up backups, which docs/backups.md describes.");
}
