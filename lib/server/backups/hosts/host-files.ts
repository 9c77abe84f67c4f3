import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { BackupPlaceSettings, BackupSettings } from "@/lib/core/backup-settings";
import { type ListedHost, listedHostsFile } from "@/lib/core/backup-status";
import { OperatorError } from "@/lib/core/operator-error";
import { writeFileDurably } from "../../data-folder/durable-file";
import { readState } from "../../data-folder/instance-state";
import { type BackupRepository, isMissing } from "../repository";

/** The file of an installation's repository that has the names of its hosts, those that are gone included. */
const NAMES = "host-names";
const Names = z.array(z.object({ id: z.string(), name: z.string() }));
type HostName = z.infer<typeof Names>[number];

/** Returns where the repository of a registered host is, within the place of the installation. */
function placeOfHost(place: BackupPlaceSettings, hostId: string): BackupPlaceSettings {
  if ("folder" in place) return { folder: join(place.folder, "hosts", hostId) };
  return { ...place, prefix: [place.prefix, "hosts", hostId].filter((part) => part !== "").join("/") };
}

export function settingsOfHost(settings: BackupSettings, hostId: string): BackupSettings {
  return { ...settings, place: placeOfHost(settings.place, hostId) };
}

/** The owner of a host's repository: one that was swapped for another host's is refused. */
export function ownerOfHost(instanceId: string | null, hostId: string): string {
  return `${instanceId}/${hostId}`;
}

/** Returns the folder through which base backups of hosts take their way, on the disk on which backups are proven. */
export async function findSpool(
  dataDir: string,
  { scratch }: BackupSettings,
): Promise<{ instanceId: string; spool: string }> {
  const state = await readState(dataDir);
  if (state === null) throw new OperatorError(`There's no installation in ${dataDir}. Set COPPICE_DATA_DIR.`);
  const { instanceId, postgresDirectory } = state;
  return { instanceId, spool: join(scratch ?? postgresDirectory, `host-copies-${instanceId}`) };
}

export async function writeListedHosts(dataDir: string, hosts: readonly ListedHost[]): Promise<void> {
  const file = listedHostsFile(dataDir);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileDurably(file, `${JSON.stringify(hosts, null, 2)}\n`, 0o600);
}

/** Returns the hosts whose backups are, or once were, in the place of an installation. */
export async function readHostNames(repository: BackupRepository): Promise<HostName[]> {
  const text = await repository.readText(NAMES).catch((error) => {
    if (isMissing(error)) return "[]";
    throw error;
  });
  return Names.parse(JSON.parse(text));
}

/** Notes the names by which a restore finds hosts. A new host may have the name of one that is gone, and comes last. */
export async function noteHostNames(repository: BackupRepository, hosts: readonly HostName[]): Promise<void> {
  const before = await readHostNames(repository);
  const now = new Map(hosts.map(({ id, name }) => [id, { id, name }]));
  const after = [...before.filter(({ id }) => !now.has(id)), ...now.values()];
  if (JSON.stringify(after) !== JSON.stringify(before)) await repository.putText(NAMES, JSON.stringify(after));
}
