import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { listedHostsFile } from "@/lib/core/backup-status";
import { dropSlot } from "../ship-wal";
import { hostSource } from "./host-source";
import type { RegisteredHost } from "./registered-host";

/**
 * Has the registered hosts keep no WAL for earlier backups any more, for a service that makes none. If one doesn't
 * respond, the next start tries again.
 */
export async function leaveOffHosts(dataDir: string, listHosts: () => Promise<RegisteredHost[]>): Promise<void> {
  const file = listedHostsFile(dataDir);
  if (!existsSync(file)) return;
  for (const host of await listHosts()) await dropSlot(hostSource(host, "").cluster);
  await rm(dirname(file), { recursive: true, force: true });
}
