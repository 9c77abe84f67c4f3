import { type HostBackups, readHostBackups } from "@/lib/core/backup-status";
import { isNightPast } from "../is-night-past";

/** Returns the registered hosts of which there is a base backup; if asked, those alone that weren't proven since the night. */
export async function hostsToProve(dataDir: string, isDueOnly: boolean): Promise<HostBackups[]> {
  const hosts = (await readHostBackups(dataDir)).filter(({ status }) => (status?.lastBackupAt ?? null) !== null);
  return isDueOnly ? hosts.filter(({ status }) => isNightPast(status?.proof?.at ?? null, new Date())) : hosts;
}
