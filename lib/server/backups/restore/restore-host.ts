import { mkdir, readdir, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { OperatorError } from "@/lib/core/operator-error";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { explainDiskFull } from "../../data-folder/disk-full";
import { syncDirectory } from "../../data-folder/durable-file";
import { findServiceUser } from "../../data-folder/service-user";
import { ownerOfHost, readHostNames, settingsOfHost } from "../hosts/host-files";
import { copiesOf, copyOf } from "../manifest";
import { type BackupRepository, openRepository } from "../repository";
import { scratchCluster } from "../scratch/cluster";
import { clearScratch, makeScratch, requireRoom, type Scratch } from "../scratch/folder";
import { setOwnSettingsAside } from "./own-settings";
import { type RestorePlan, recoveredBytes } from "./plan";
import { fetchCluster, recoverCluster } from "./recover";

const NAME = "host-1";
/** The files are kept, other than those of a proof. */
const DURABLE = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };

/** Opens the repository of the host with this name or id. Throws `OperatorError` if its backups aren't in the place. */
export async function openHostRepository(
  settings: BackupSettings,
  { passphrase, host }: { passphrase: string; host: string },
): Promise<BackupRepository> {
  const own = await openRepository(openPlace(settings.place), passphrase);
  const names = await readHostNames(own);
  const found = names.findLast(({ id, name }) => id === host || name === host);
  if (!found) {
    const known = names.map(({ name }) => name).join(", ") || "none";
    throw new OperatorError(`${own.name} has no backups of a host ${host}. Its hosts are: ${known}.`);
  }
  const repository = await openRepository(openPlace(settingsOfHost(settings, found.id).place), passphrase);
  await repository.claim(ownerOfHost(await own.owner(), found.id));
  return repository;
}

/** Throws `OperatorError` unless there is nothing in the folder. */
export async function requireNoCluster(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw new OperatorError(`${folder} can't be used as data folder (${error.code}).`, { cause: error });
  });
  if (found.length > 0) throw new OperatorError(`${folder} isn't empty. Name a folder that is, or doesn't exist.`);
}

interface RestoreHostOptions {
  /** Becomes the data folder of a PostgreSQL server of the operator's. */
  folder: string;
  postgresBin: string | null;
  repository: BackupRepository;
  plan: RestorePlan;
  onProgress: (step: string, bytes: number) => void;
}

/**
 * Recovers a host's cluster, and puts its files into a folder, from which the operator starts it. A folder beside has
 * them until all is done; a repetition removes those of a try that was cut off.
 */
export async function restoreHost(options: RestoreHostOptions): Promise<void> {
  const { folder, plan } = options;
  await requireNoCluster(folder);
  const unfinished = `${folder}.unfinished`;
  const scratch: Scratch = {
    ...{ folder: unfinished, postgresDirectory: unfinished, postgresBin: options.postgresBin },
    socketName: (cluster) => `restore-${process.pid}-${cluster}`,
  };
  try {
    await mkdir(dirname(folder), { recursive: true });
    await clearScratch(scratch);
    requireRoom(
      { folder },
      recoveredBytes(
        plan,
        copiesOf(plan.manifest).map(([name]) => name),
      ),
    );
    const data = await recoverHost(options, scratch);
    await rmdir(folder).catch(() => undefined);
    await rename(data, folder);
    await syncDirectory(dirname(folder));
  } catch (error) {
    throw explainDiskFull(error, dirname(folder));
  } finally {
    await clearScratch(scratch);
  }
}

async function recoverHost({ repository, plan, onProgress }: RestoreHostOptions, scratch: Scratch): Promise<string> {
  const user = await findServiceUser("coppice-host");
  await makeScratch(scratch, [user]);
  const specification = await scratchCluster(NAME, { scratch, user, logFile: join(scratch.folder, "recovery.log") });
  const data = join(specification.directory, "data");
  const wal = plan.wal[NAME];
  onProgress(NAME, 0);
  await fetchCluster(repository, { backup: copyOf(plan.manifest, NAME), wal, data, user }, (count) =>
    onProgress(NAME, count),
  );
  const putBack = await setOwnSettingsAside(data);
  onProgress("replaying the write-ahead log", 0);
  const settings = { ...specification.settings, ...DURABLE };
  await recoverCluster({ ...specification, settings }, { target: plan.target, wal });
  await putBack();
  return data;
}
