import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import type { PastDatabase, PastStep, Recovery } from "@/lib/core/ports/past-databases";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { explainDiskFull } from "../../data-folder/disk-full";
import { findServiceUser } from "../../data-folder/service-user";
import { superuserOver } from "../../embedded-postgres/as-superuser";
import { isRecovering, lockProof } from "../locks";
import { copyOf } from "../manifest";
import { readPassphrase } from "../passphrase-file";
import { openRepository } from "../repository";
import { type BackedUpCluster, findBackedUpClusters } from "../running-clusters";
import { scratchCluster } from "../scratch/cluster";
import { clearScratch, findScratch, makeScratch, requireRoom, type Scratch, stopScratch } from "../scratch/folder";
import { planRestore, recoveredBytes } from "./plan";
import { fetchCluster, recoverCluster } from "./recover";
import { clearStage, type FrozenDatabase, freezeDatabase, transplantDatabase } from "./transplant";

const HOST = "host-1";
/** The files are in the stage and in the copy at the same time. */
const COPIES = 2;
const STEPS = {
  fetching: "fetching the backup",
  replaying: "replaying the write-ahead log",
  copying: "copying the database",
} as const satisfies Record<PastStep, string>;

export interface RecoveryOptions {
  dataDir: string;
  settings: BackupSettings;
  /** The folder of an installed PostgreSQL's programs, by default the packages'. */
  postgresBin?: string | null;
  onProgress: (step: string, bytes: number) => void;
  crashPoint: CrashPoint;
  signal: AbortSignal;
}

interface Place {
  instanceId: string;
  scratch: Scratch;
  host: BackedUpCluster;
}

/**
 * Lets `work` bring databases back while nothing else is recovered on the machine, and removes the files that an
 * earlier recovery has left that was killed. Throws `OperatorError` while another one runs.
 */
export async function withRecovery<T>(options: RecoveryOptions, work: (recovery: Recovery) => Promise<T>): Promise<T> {
  const { dataDir, settings, postgresBin, signal } = options;
  const scratch = await findScratch(dataDir, settings, postgresBin);
  const { instanceId, clusters } = await findBackedUpClusters(dataDir);
  const host = clusters.find(({ name }) => name === HOST);
  if (!host) throw new Error("an installation has no host");
  const lock = await lockProof(dataDir);
  const stop = () => void stopScratch(scratch).catch(() => undefined);
  signal.addEventListener("abort", stop);
  try {
    await clearScratch(scratch);
    await clearStage(host);
    const place = { instanceId, scratch, host };
    return await work({ signal, bringBack: (past, onStep) => bringBack({ ...options, ...place }, past, onStep) });
  } finally {
    signal.removeEventListener("abort", stop);
    await clearScratch(scratch).finally(() => lock.release());
  }
}

/** Removes the files of a proof or a restore that was killed. One that still runs keeps it. */
export async function clearLeftRecovery(
  options: Omit<RecoveryOptions, "onProgress" | "crashPoint" | "signal">,
): Promise<void> {
  const quiet = { onProgress: () => undefined, crashPoint: () => undefined, signal: new AbortController().signal };
  if (await isRecovering(options.dataDir)) return;
  await withRecovery({ ...options, ...quiet }, () => Promise.resolve());
}

type OnStep = Parameters<Recovery["bringBack"]>[1];

/**
 * Recovers the host in the scratch folder as of a time, and makes a closed database of the running host out of the files
 * of one of its databases.
 */
async function bringBack(options: RecoveryOptions & Place, past: PastDatabase, onStep: OnStep): Promise<void> {
  const { scratch, host, crashPoint, signal } = options;
  try {
    const frozen = await recoverFrozen(options, past, onStep);
    signal.throwIfAborted();
    requireRoom({ folder: host.dataDirectory }, COPIES * (await sizeOf(frozen.folder)));
    await tell(options, onStep, "copying");
    await transplantDatabase(host, { frozen, copy: past.copyId, crashPoint });
  } catch (error) {
    throw explainDiskFull(error, scratch.folder, host.dataDirectory);
  } finally {
    await clearScratch(scratch);
  }
}

async function tell({ onProgress, signal }: RecoveryOptions, onStep: OnStep, step: PastStep): Promise<void> {
  onProgress(STEPS[step], 0);
  await onStep(step);
  signal.throwIfAborted();
}

async function recoverFrozen(
  options: RecoveryOptions & Place,
  { databaseId, at }: PastDatabase,
  onStep: OnStep,
): Promise<FrozenDatabase> {
  const { dataDir, settings, scratch, host, onProgress } = options;
  await tell(options, onStep, "fetching");
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
  await fetchCluster(repository, { backup: copyOf(plan.manifest, HOST), wal, data, user }, (count) => {
    options.signal.throwIfAborted();
    onProgress(STEPS.fetching, count);
  });
  await tell(options, onStep, "replaying");
  const livingRoles = await rolesOf(host);
  let frozen: FrozenDatabase | null = null;
  await recoverCluster(specification, { target: at, wal }, async ({ socketDirectory, port, dataDirectory }) => {
    options.crashPoint("past-restore.recovered");
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
