import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  AllProofs,
  BackupSummary,
  HostRestoreRequest,
  RestoreRequest,
  RestoreSummary,
} from "@/lib/cli/command-line";
import { type BackupStatus, readBackupStatus } from "@/lib/core/backup-status";
import { type Environment, readEnvironment, readSecretKeys } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import type { Recovery } from "@/lib/core/ports/past-databases";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { crashPointOf } from "@/lib/infra/system";
import { findLockHolder } from "../data-folder/data-folder-lock";
import { findEmbeddedPostgres } from "../embedded-postgres/find-running";
import { startEmbeddedPostgres } from "../embedded-postgres/start";
import { BackupEngine } from "./engine";
import { requirePast } from "./local-window/past-place";
import { tryShippingLock } from "./locks";
import { copiesOf, copyOf, listManifests, type Manifest } from "./manifest";
import { paceOf } from "./pace";
import { readPassphrase } from "./passphrase-file";
import { proveBackups, yieldToOthers } from "./prove/command";
import { type BackupRepository, openRepository } from "./repository";
import { requireBackups, requireBackupsBesideWindow } from "./require-backups";
import { withRecovery } from "./restore/bring-back";
import { planRestore } from "./restore/plan";
import { requireEmptyFolder, restoreInstallation } from "./restore/restore";
import { openHostRepository, requireNoCluster, restoreHost } from "./restore/restore-host";
import { showProgress } from "./show-progress";

type Notice = (text: string) => void;

const PATIENCE_MILLISECONDS = 60_000;
/** The process that sends WAL begins shortly after the service. */
const BEGINNING_MILLISECONDS = 10_000;
const ROUND_MILLISECONDS = 500;

/** Makes a base backup now, beside the running service or of an installation that is stopped. Throws `OperatorError`. */
export async function backUpNow(environment: Environment, notice: Notice): Promise<BackupSummary> {
  const settings = requireBackups(environment);
  const { dataDir, postgres } = environment;
  await readPassphrase(settings.passphraseFile);
  const found = await findEmbeddedPostgres(dataDir);
  if (!found) throw new OperatorError(`There's no installation in ${dataDir}. Set COPPICE_DATA_DIR to its folder.`);
  const secretKeys = environment.secretKeys ?? { file: found.secretKeysFile };
  const openEngine = () =>
    BackupEngine.open({
      ...{ dataDir, settings, readKeyRing: () => readSecretKeys(secretKeys), isElsewhere: environment.s3 !== null },
      pace: paceOf(settings),
      log: (line) => notice(`${line}\n`),
      crashPoint: crashPointOf(environment.crashAt),
    });
  const onProgress = showProgress(notice);
  if ((await findLockHolder(dataDir)) !== null) {
    await requireShipping(dataDir);
    const engine = await openEngine();
    return summaryOf(engine.repository, await engine.backUp(onProgress, PATIENCE_MILLISECONDS));
  }
  const clusters = await startEmbeddedPostgres({
    dataDir,
    postgresBin: postgres.bin,
    log: (line) => notice(`${line}\n`),
  });
  const lock = await tryShippingLock(dataDir);
  try {
    const engine = await openEngine();
    await engine.ship();
    const manifest = await shippingMeanwhile(engine, engine.backUp(onProgress, PATIENCE_MILLISECONDS));
    await engine.ship();
    await engine.say(null);
    return await summaryOf(engine.repository, manifest);
  } finally {
    await lock?.release();
    await clusters.stop();
  }
}

async function requireShipping(dataDir: string): Promise<void> {
  const deadline = performance.now() + BEGINNING_MILLISECONDS;
  for (;;) {
    const lock = await tryShippingLock(dataDir);
    if (lock === null) return;
    await lock.release();
    if (performance.now() > deadline) break;
    await delay(ROUND_MILLISECONDS);
  }
  throw new OperatorError("The running service makes no backups. Restart it with COPPICE_BACKUPS set, as here.");
}

async function shippingMeanwhile<T>(engine: BackupEngine, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const rounds = async () => {
    for (; !isDone; await delay(ROUND_MILLISECONDS)) await engine.ship();
  };
  const [result] = await Promise.all([done, rounds()]);
  return result;
}

/** Returns the whole base backups, the oldest first. */
export async function listBackups(environment: Environment): Promise<BackupSummary[]> {
  const settings = await requireBackupsBesideWindow(environment);
  const passphrase = await readPassphrase(settings.passphraseFile);
  const repository = await openRepository(openPlace(settings.place), passphrase);
  const manifests = await listManifests(repository);
  return Promise.all(manifests.map((manifest) => summaryOf(repository, manifest)));
}

/** Returns the latest report of the process that makes backups. Throws `OperatorError` before it has said anything. */
export async function backupStatus(environment: Environment): Promise<BackupStatus> {
  await requireBackupsBesideWindow(environment);
  const status = await readBackupStatus(environment.dataDir);
  if (status) return status;
  throw new OperatorError(`No backup has been made of ${environment.dataDir}. Start the service, or run backup now.`);
}

/** Recovers the newest backups in a scratch folder and reads them. Throws `OperatorError`. */
export async function prove(environment: Environment, notice: Notice, signal: AbortSignal): Promise<AllProofs> {
  const settings = requireBackups(environment);
  yieldToOthers();
  const { own, hosts } = await proveBackups({
    ...{ dataDir: environment.dataDir, postgresBin: environment.postgres.bin, settings, signal },
    ...{ isElsewhere: environment.s3 !== null },
    ...{ onProgress: showProgress(notice), crashPoint: crashPointOf(environment.crashAt) },
  });
  if (own === null) throw new Error("the embedded databases were not proven");
  return { ...own, hosts };
}

/** Lets `work` bring databases back. Throws `OperatorError` without backups, and while something is recovered. */
export function recover<T>(
  environment: Environment,
  notice: Notice,
  work: (recovery: Recovery) => Promise<T>,
): Promise<T> {
  const settings = requirePast(environment);
  const { dataDir, postgres } = environment;
  // An interrupted command ends at once; the service, or the same command again, goes on with it.
  const options = { onProgress: showProgress(notice), signal: new AbortController().signal };
  const crashPoint = crashPointOf(environment.crashAt);
  return withRecovery({ dataDir, postgresBin: postgres.bin, settings, crashPoint, ...options }, work);
}

/** Restores into the data folder, which must be empty. Throws `OperatorError`. */
export async function restore(
  source: Record<string, string | undefined>,
  { from, at, announce }: RestoreRequest,
  notice: Notice,
): Promise<RestoreSummary> {
  const environment = readEnvironment({ ...source, COPPICE_BACKUPS: from });
  const settings = requireBackups(environment);
  const { dataDir, postgres } = environment;
  await requireEmptyFolder(dataDir);
  const passphrase = await readPassphrase(settings.passphraseFile);
  const repository = await openRepository(openPlace(settings.place), passphrase);
  const plan = await planRestore(repository, at);
  copyOf(plan.manifest, "control");
  const summary: RestoreSummary = {
    ...{ from: repository.name, dataDir, backupId: plan.manifest.id },
    restoredTo: (at ?? plan.upTo).toISOString(),
    ...{ fetchedBytes: plan.bytes, objects: plan.objects.length },
    objectsAreElsewhere: plan.manifest.objects.isElsewhere,
  };
  announce(summary);
  const log = (line: string) => notice(`${line}\n`);
  const onProgress = showProgress(notice);
  await restoreInstallation({
    dataDir,
    postgresBin: postgres.bin,
    repository,
    plan,
    onProgress,
    crashPoint: crashPointOf(environment.crashAt),
    log,
  });
  return summary;
}

/** Restores the cluster of a registered host into an empty folder. Throws `OperatorError`. */
export async function restoreOneHost(
  source: Record<string, string | undefined>,
  { from, at, host, to, announce }: HostRestoreRequest,
  notice: Notice,
): Promise<RestoreSummary> {
  const environment = readEnvironment({ ...source, COPPICE_BACKUPS: from });
  const settings = requireBackups(environment);
  const folder = resolve(to);
  await requireNoCluster(folder);
  const passphrase = await readPassphrase(settings.passphraseFile);
  const repository = await openHostRepository(settings, { passphrase, host });
  const plan = await planRestore(repository, at);
  const summary: RestoreSummary = {
    ...{ from: repository.name, dataDir: folder, backupId: plan.manifest.id },
    restoredTo: (at ?? plan.upTo).toISOString(),
    ...{ fetchedBytes: plan.bytes, objects: 0, objectsAreElsewhere: false },
  };
  announce(summary);
  const onProgress = showProgress(notice);
  await restoreHost({ folder, postgresBin: environment.postgres.bin, repository, plan, onProgress });
  return summary;
}

async function summaryOf(repository: BackupRepository, manifest: Manifest): Promise<BackupSummary> {
  const { id, startedAt, finishedAt, objects } = manifest;
  const own = await repository.list(`base/${id}/`);
  return {
    id,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    bytes: copiesOf(manifest).reduce((sum, [, { bytes }]) => sum + bytes, 0),
    storedBytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    objects: objects.count,
  };
}
