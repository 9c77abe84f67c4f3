import type { Logger } from "pino";
import { type Environment, roleVariables } from "@/lib/core/env";
import { leaveOffHosts } from "../backups/hosts/leave-off-hosts";
import { listRegisteredHosts } from "../backups/hosts/registered-host";
import { leaveOffBackups } from "../backups/leave-off";
import { leaveOffWindow } from "../backups/local-window/files";
import { findWindowRoom } from "../backups/local-window/room";
import { LocalWindowWatch } from "../backups/local-window/watch";
import { askControlPlane } from "../backups/waiting-restores";
import { forkSelf } from "./role-process";

/** Backups have all that the local window is for. */
export function isWindowKept({ backups, localWindow }: Environment): boolean {
  return backups === null && localWindow.hours > 0;
}

/** Has the running clusters keep no WAL for backups or a window that there are no more. */
export async function leaveOffUnused(environment: Environment): Promise<void> {
  const { backups, dataDir, localWindow } = environment;
  if (backups !== null) return;
  await leaveOffBackups(dataDir);
  if (localWindow.hours === 0) await leaveOffWindow(dataDir);
}

/** Has the registered hosts keep none either. They may not respond, for which nothing waits. */
export async function leaveOffUnusedHosts(environment: Environment, log: Logger): Promise<void> {
  if (environment.backups !== null) return;
  await leaveOffHosts(environment.dataDir, () => listRegisteredHosts(environment)).catch((error: unknown) => {
    log.warn({ err: error }, "a host may keep write-ahead log for backups that aren't made any more");
  });
}

export async function windowWatchOf(environment: Environment, log: Logger): Promise<LocalWindowWatch> {
  const { dataDir, localWindow: settings } = environment;
  return new LocalWindowWatch({
    ...{ dataDir, settings, log, room: await findWindowRoom(dataDir) },
    askControlPlane: () => askControlPlane(environment),
    launch: () => forkSelf(roleVariables(environment, []), ["--local-window"]),
  });
}
