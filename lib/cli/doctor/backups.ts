import type { DoctorProbes } from "@/lib/cli/command-line";
import {
  type BackupProofs,
  describeTrouble,
  type HostBackups,
  type ShippingStatus,
  secondsAtRisk,
} from "@/lib/core/backup-status";
import { type Check, fail, ok, warn } from "./checks";

const GUIDE = "docs/backups.md shows how.";

/** Checks that a copy of the embedded databases' data is away from this machine. */
export function checkBackups({ backups: { isSetUp, status }, isEmbedded }: DoctorProbes): Check[] {
  if (!isEmbedded) return [];
  if (!isSetUp) return [ok("backups", `not set up: all data is lost with this disk; ${GUIDE}`)];
  const now = new Date();
  if (status === null) return [warn("backups", "none was made yet", "Start the service, or run `backup now`.")];
  const trouble = describeTrouble(status, now);
  if (trouble !== null) return [fail("backups", trouble, `See \`backup status\`. ${GUIDE}`)];
  const own = ok("backups", `${status.place} has everything but ${lossOf(status, now)}`);
  return [own, checkProof(status), ...status.hosts.map((host) => checkHost(host, now))];
}

function lossOf(status: ShippingStatus, now: Date): string {
  return `the last ${Math.ceil(secondsAtRisk(status, now) ?? 0)} s`;
}

/** A host that is in trouble was named before. */
function checkHost({ name, obstacle, status }: HostBackups, now: Date): Check {
  const what = `backups of ${name}`;
  if (obstacle !== null) return warn(what, "none are made", `${obstacle} Or back it up yourself. ${GUIDE}`);
  if (!status) return warn(what, "none was made yet", "See `backup status`.");
  return ok(what, `${status.place} has everything but ${lossOf(status, now)}`);
}

function checkProof({ proof, lastProven }: BackupProofs): Check {
  const advice = "Run `backup prove`, which reports its steps.";
  if (proof === null) return warn("backup proof", "no backup was proven yet", advice);
  if (proof.outcome === "could not run")
    return warn("backup proof", `the last one could not run: ${proof.reason}`, advice);
  const took = Math.ceil(lastProven?.recoverySeconds ?? 0);
  return ok("backup proof", `proven ${proof.at.toISOString()}, recovered in ${took} s`);
}
