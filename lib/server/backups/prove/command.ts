import { constants, setPriority } from "node:os";
import type { BackupSettings } from "@/lib/core/backup-settings";
import type { BackupProof } from "@/lib/core/backup-status";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { explainDiskFull } from "../../data-folder/disk-full";
import { DamageError } from "../damage";
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
}

/** Makes way for everything else that runs on the machine. Processes that this one starts do the same. */
export function yieldToOthers(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}

/**
 * Proves the newest backup, and says in the data folder how that ended. Throws `OperatorError` where there is no
 * installation or another proof runs, and rejects when it is aborted. Nothing stays of the recovered data.
 */
export async function proveBackups(run: ProofRun): Promise<BackupProof> {
  const { dataDir, settings, postgresBin } = run;
  const scratch = await findScratch(dataDir, settings, postgresBin);
  const lock = await lockProof(dataDir);
  try {
    await clearScratch(scratch);
    const proof = await prove(run, scratch);
    await writeProof(dataDir, proof);
    return proof;
  } finally {
    await clearScratch(scratch).finally(() => lock.release());
  }
}

async function prove(run: ProofRun, scratch: Scratch): Promise<BackupProof> {
  const { settings, isElsewhere, signal } = run;
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
    await proveNewest({ ...run, repository, scratch, signal: stop }, findings).catch(async (error) => {
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
