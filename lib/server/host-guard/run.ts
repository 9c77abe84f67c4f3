import { stat } from "node:fs/promises";
import { OperatorError } from "@/lib/core/operator-error";
import { HostGuard, type HostGuardOptions } from "./guard";

/** Runs the guard of one cluster as that cluster's operating-system user, until `signal` is aborted. Throws `OperatorError`. */
export async function runHostGuard(options: HostGuardOptions, signal: AbortSignal): Promise<void> {
  await becomeOwnerOf(options.dataDirectory);
  await new HostGuard(options).run(signal);
}

/** A guard that were root could be made to harm more than its cluster; as another user it could neither look nor act. */
async function becomeOwnerOf(dataDirectory: string): Promise<void> {
  const owner = await stat(dataDirectory).catch(() => null);
  if (!owner)
    throw new OperatorError(`Can't read ${dataDirectory}. Run the guard on the cluster's machine, as its user.`);
  if (process.geteuid?.() === owner.uid) return;
  if (process.geteuid?.() !== 0 || owner.uid === 0) {
    throw new OperatorError(`${dataDirectory} belongs to another user (uid ${owner.uid}). Run the guard as that user.`);
  }
  process.chdir("/");
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
