import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import type { PastDatabase, Recovery } from "@/lib/core/ports/past-databases";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { explainDiskFull } from "../../data-folder/disk-full";
import { superuserOver } from "../../embedded-postgres/as-superuser";
import type { RunningCluster } from "../../embedded-postgres/cluster";
import { isRecovering, lockProof } from "../locks";
import { readPassphrase } from "../passphrase-file";
import { openRepository } from "../repository";
import { type BackedUpCluster, findBackedUpClusters } from "../running-clusters";
import { clearScratch, findScratch, requireRoom, stopScratch } from "../scratch/folder";
import { openPast } from "./open-past";
import { type OnStep, type RecoveryOptions, type RecoveryPlace, recoverPast, tell } from "./recover-past";
import { clearStage, type FrozenDatabase, freezeDatabase, transplantDatabase } from "./transplant";

const HOST = "host-1";
/** The files are in the stage and in the copy at the same time. */
const COPIES = 2;

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
    const place: RecoveryPlace = { ...options, instanceId, scratch, host };
    return await work({
      signal,
      bringBack: (past, onStep) => bringBack(place, past, onStep),
      openPast: (past, onStep, copy) => openPast(place, { past, onStep }, copy),
    });
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

/**
 * Recovers the host in the scratch folder as of a time, and makes a closed database of the running host out of the files
 * of one of its databases.
 */
async function bringBack(options: RecoveryPlace, past: PastDatabase, onStep: OnStep): Promise<void> {
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

async function recoverFrozen(
  options: RecoveryPlace,
  { databaseId, at }: PastDatabase,
  onStep: OnStep,
): Promise<FrozenDatabase> {
  const { settings, host, instanceId } = options;
  const open = async () => {
    const repository = await openRepository(openPlace(settings.place), await readPassphrase(settings.passphraseFile));
    // The files of another installation's server would not fit this one.
    await repository.claim(instanceId);
    return repository;
  };
  let frozen: FrozenDatabase | null = null;
  const freeze = async ({ socketDirectory, port, dataDirectory }: RunningCluster) => {
    const livingRoles = await rolesOf(host);
    const recovered = { asSuperuser: superuserOver(socketDirectory, port), dataDirectory };
    frozen = await freezeDatabase(recovered, { database: databaseId, owner: databaseId, livingRoles });
  };
  await recoverPast(options, { open, at, onStep, login: null }, freeze);
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
