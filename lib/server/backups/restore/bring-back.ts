import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { OperatorError } from "@/lib/core/operator-error";
import type { PastDatabase } from "@/lib/core/ports/past-databases";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { explainDiskFull } from "../../data-folder/disk-full";
import { findServiceUser } from "../../data-folder/service-user";
import { superuserOver } from "../../embedded-postgres/as-superuser";
import { lockProof } from "../locks";
import { readPassphrase } from "../passphrase-file";
import { openRepository } from "../repository";
import { type BackedUpCluster, findBackedUpClusters } from "../running-clusters";
import { scratchCluster } from "../scratch/cluster";
import { clearScratch, findScratch, makeScratch, requireRoom, type Scratch } from "../scratch/folder";
import { planRestore, recoveredBytes } from "./plan";
import { fetchCluster, recoverCluster } from "./recover";
import { type FrozenDatabase, freezeDatabase, transplantDatabase } from "./transplant";

const HOST = "host-1";
/** The files are in the stage and in the copy at the same time. */
const COPIES = 2;

interface BringBackOptions {
  dataDir: string;
  settings: BackupSettings;
  /** The folder of an installed PostgreSQL's programs, by default the packages'. */
  postgresBin?: string | null;
  onProgress: (step: string, bytes: number) => void;
}

/**
 * Recovers the host in the scratch folder as of a time, and makes a closed database of the running host out of the files
 * of one of its databases. Throws `OperatorError`.
 */
export async function bringBack(options: BringBackOptions, past: PastDatabase): Promise<void> {
  const scratch = await findScratch(options.dataDir, options.settings, options.postgresBin);
  const { instanceId, clusters } = await findBackedUpClusters(options.dataDir);
  const host = clusters.find(({ name }) => name === HOST);
  if (!host) throw new Error("an installation has no host");
  const lock = await lockProof(options.dataDir);
  try {
    await clearScratch(scratch);
    const frozen = await recoverFrozen({ ...options, instanceId, scratch, host }, past);
    requireRoom({ folder: host.dataDirectory }, COPIES * (await sizeOf(frozen.folder)));
    options.onProgress("copying the database", 0);
    await transplantDatabase(host, { frozen, copy: past.copyId });
  } catch (error) {
    throw explainDiskFull(error, scratch.folder, host.dataDirectory);
  } finally {
    await clearScratch(scratch).finally(() => lock.release());
  }
}

async function recoverFrozen(
  options: BringBackOptions & { instanceId: string; scratch: Scratch; host: BackedUpCluster },
  { databaseId, at }: PastDatabase,
): Promise<FrozenDatabase> {
  const { dataDir, settings, scratch, host, onProgress } = options;
  const user = await findServiceUser("coppice-host");
  await makeScratch(scratch, [user]);
  const repository = await openRepository(openPlace(settings.place), await readPassphrase(settings.passphraseFile));
  // The files of another installation's server would not fit this one.
  await repository.claim(options.instanceId);
  const plan = await planRestore(repository, at);
  requireRoom(scratch, recoveredBytes(plan, [HOST]));
  const specification = await scratchCluster(HOST, {
    ...{ scratch, user },
    logFile: join(dataDir, "backups", `proof-${HOST}.log`),
  });
  const data = join(specification.directory, "data");
  const wal = plan.wal[HOST];
  onProgress("fetching the backup", 0);
  await fetchCluster(repository, { backup: plan.manifest.clusters[HOST], wal, data, user }, (count) =>
    onProgress("fetching the backup", count),
  );
  onProgress("replaying the write-ahead log", 0);
  const livingRoles = await rolesOf(host);
  let frozen: FrozenDatabase | null = null;
  await recoverCluster(specification, { target: at, wal }, async ({ socketDirectory, port, dataDirectory }) => {
    const recovered = { asSuperuser: superuserOver(socketDirectory, port), dataDirectory };
    frozen = await freezeDatabase(recovered, { database: databaseId, owner: databaseId, livingRoles });
  });
  if (frozen === null) throw new OperatorError("The host of that time could not be opened.");
  return frozen;
}

async function rolesOf({ asSuperuser }: BackedUpCluster): Promise<Map<string, string>> {
  const roles = new Map<string, string>();
  await asSuperuser("postgres", async (client) => {
    const text = "SELECT rolname AS name, oid::text FROM pg_authid";
    const { rows } = await client.query<{ name: string; oid: string }>(text);
    for (const { name, oid } of rows) roles.set(name, oid);
  });
  return roles;
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
