import { constants, setPriority } from "node:os";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { type BackupProof, hostBackupFolder, readBackupProofs } from "@/lib/core/backup-status";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { explainDiskFull } from "../../data-folder/disk-full";
import { DamageError } from "../damage";
import { settingsOfHost } from "../hosts/host-files";
import { hostsToProve } from "../hosts/hosts-to-prove";
import { isNightPast } from "../is-night-past";
import { lockProof } from "../locks";
import { readPassphrase } from "../passphrase-file";
import { openRepository } from "../repository";
import { clearScratch, findScratch, type Scratch, stopScratch, watchRoom } from "../scratch/folder";
import { sentenceOf } from "../sentence-of";
import { writeProof } from "../status-file";
import { type Findings, proveNewest } from "./prove";

export interface ProofRun {
  dataDir: string;
  settings: BackupSettings;
  /** The folder of an installed PostgreSQL's programs, by default the packages'. */
  postgresBin?: string | null;
  /** Whether a store elsewhere has the objects. */
  isElsewhere: boolean;
  onProgress: (step: string, bytes: number) => void;
  crashPoint: CrashPoint;
  signal: AbortSignal;
  /** Leaves out the backups that were proven since the night. */
  isDueOnly?: boolean;
}

interface Proofs {
  /** The proof of the embedded databases; `null` if it wasn't due. */
  own: BackupProof | null;
  hosts: { name: string; proof: BackupProof }[];
}

/** A place with backups, and the folder in which the outcome is noted. */
interface Proven {
  folder: string;
  settings: BackupSettings;
  isElsewhere: boolean;
  isRegisteredHost: boolean;
}

/** Makes way for everything else that runs on the machine. Processes that this one starts do the same. */
export function yieldToOthers(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}

/**
 * Proves the newest backups, and says in the data folder how that ended. Throws `OperatorError` where there is no
 * installation or another proof runs, and rejects when it is aborted. Nothing stays of the recovered data.
 */
export async function proveBackups(run: ProofRun): Promise<Proofs> {
  const { dataDir, settings, isElsewhere, postgresBin, isDueOnly = false } = run;
  const scratch = await findScratch(dataDir, settings, postgresBin);
  const lock = await lockProof(dataDir);
  const proveOne = async (proven: Proven) => {
    await clearScratch(scratch);
    const proof = await prove(run, proven, scratch);
    await writeProof(proven.folder, proof);
    return proof;
  };
  try {
    const { proof: last } = await readBackupProofs(dataDir, openPlace(settings.place).name);
    const isDue = !isDueOnly || isNightPast(last?.at ?? null, new Date());
    const own = { folder: dataDir, settings, isElsewhere, isRegisteredHost: false };
    const proofs: Proofs = { own: isDue ? await proveOne(own) : null, hosts: [] };
    for (const { id, name } of await hostsToProve(dataDir, isDueOnly)) {
      run.onProgress(name, 0);
      const ofHost = { isElsewhere: true, isRegisteredHost: true };
      const host = { folder: hostBackupFolder(dataDir, id), settings: settingsOfHost(settings, id), ...ofHost };
      proofs.hosts.push({ name, proof: await proveOne(host) });
    }
    return proofs;
  } finally {
    await clearScratch(scratch).finally(() => lock.release());
  }
}

async function prove(run: ProofRun, proven: Proven, scratch: Scratch): Promise<BackupProof> {
  const { signal } = run;
  const { folder: dataDir, settings, isElsewhere, isRegisteredHost } = proven;
  const place = openPlace(settings.place);
  const begun = performance.now();
  const findings: Findings = {
    ...{ backupId: null, upTo: null, recoverySeconds: null },
    checked: { pages: 0, relations: 0, canaries: 0, objects: isElsewhere ? null : 0 },
  };
  const end = (outcome: BackupProof["outcome"], reason: string | null): BackupProof => {
    const seconds = (performance.now() - begun) / 1_000;
    return { outcome, place: place.name, at: new Date(), reason, seconds, ...findings };
  };
  const full = new AbortController();
  const stop = AbortSignal.any([signal, full.signal]);
  stop.addEventListener("abort", () => void stopScratch(scratch).catch(() => undefined));
  const stopWatching = watchRoom(scratch, (reason) => full.abort(reason));
  try {
    const repository = await openRepository(place, await readPassphrase(settings.passphraseFile));
    const options = { ...run, dataDir, repository, scratch, isRegisteredHost, signal: stop };
    await proveNewest(options, findings).catch(async (error) => {
      // In a place that has gone, everything seems to be missing.
      if (error instanceof DamageError) await repository.requireThere();
      throw error;
    });
    return end("proven", null);
  } catch (error) {
    signal.throwIfAborted();
    const reason = full.signal.aborted ? full.signal.reason : explainDiskFull(error, scratch.folder);
    return end(reason instanceof DamageError ? "failed" : "could not run", sentenceOf(reason));
  } finally {
    stopWatching();
  }
}
