import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type BackupProof, hostBackupFolder, readBackupProofs } from "@/lib/core/backup-status";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { removeClones } from "./clone-cluster";
import { BackupEngine, type EngineOptions } from "./engine";
import { findSpool } from "./hosts/host-files";
import { hostsToProve } from "./hosts/hosts-to-prove";
import type { RegisteredHost } from "./hosts/registered-host";
import { runHostBackups } from "./hosts/run-hosts";
import { isNightPast } from "./is-night-past";
import { removeWindow } from "./local-window/files";
import { isRecovering, tryShippingLock } from "./locks";
import { LookTimes } from "./look-times";
import { clearLeftRecovery } from "./restore/bring-back";
import { sentenceOf } from "./sentence-of";
import { writeFailure, writeProof } from "./status-file";

const AGAIN_MILLISECONDS = 10_000;
/** The WAL of a base backup may wait for the place to come back. */
const PATIENCE_MILLISECONDS = 600_000;
/** A base backup that failed is tried again after this time. */
const NEXT_TRY_MILLISECONDS = 300_000;

/** The databases that their owners want back as they were at a time. */
export interface WaitingRestores {
  isWaiting: () => Promise<boolean>;
  /** Restores one in a process of its own. Rejects where that process ended early. */
  restore: (signal: AbortSignal) => Promise<void>;
}

interface RunOptions extends Omit<EngineOptions, "log"> {
  logger: Logger;
  /** The folder of an installed PostgreSQL's programs, by default the packages'. */
  postgresBin: string | null;
  /** Proves the newest backup in a process of its own. Rejects where that process said nothing. */
  prove: (signal: AbortSignal) => Promise<void>;
  restores: WaitingRestores;
  /** Returns the registered hosts of this moment, which are backed up beside the embedded databases. */
  listHosts: () => Promise<RegisteredHost[]>;
}

/** Sends new writes, and each night makes a base backup and proves it, until it is stopped. */
export async function runBackups(options: RunOptions, signal: AbortSignal): Promise<void> {
  const { dataDir, settings, logger } = options;
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const lock = await tryShippingLock(dataDir);
    if (lock === null) {
      await pause(1_000);
      continue;
    }
    try {
      await removeClones(dataDir);
      const engine = await BackupEngine.open({ ...options, log: (line) => logger.warn(line) });
      if (engine.status.lastBackupAt !== null) await removeWindow(dataDir);
      await clearLeftRecovery({ dataDir, settings, postgresBin: options.postgresBin });
      const hosts = { ...options, ...(await findSpool(dataDir, settings)), repository: engine.repository };
      await Promise.all([new Rounds(engine, options).run(signal), runHostBackups(hosts, signal)]);
    } catch (error) {
      const failure = sentenceOf(error);
      logger.error({ err: error }, "backups could not begin");
      await writeFailure(dataDir, {
        ...{ place: openPlace(settings.place).name, everySeconds: settings.everySeconds, failure },
      }).catch(() => undefined);
      await pause(AGAIN_MILLISECONDS);
    } finally {
      await lock.release();
    }
  }
}

/** The rounds of one engine, and the base backups beside them. */
class Rounds {
  readonly #engine: BackupEngine;
  readonly #options: RunOptions;
  readonly #looks = new LookTimes();
  #backup: Promise<void> | null = null;
  /** A proof or a restore: both recover a host in the one scratch folder. */
  #recovery: Promise<void> | null = null;
  #backupFailure: string | null = null;
  #notBefore = 0;
  #noRestoreBefore = 0;
  #lastFailure: string | null = null;

  constructor(engine: BackupEngine, options: RunOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const failure = await this.#round().then(() => null, sentenceOf);
      if (failure !== null && failure !== this.#lastFailure) this.#options.logger.warn(`Backups: ${failure}`);
      this.#lastFailure = failure;
      await this.#engine.say(failure ?? this.#backupFailure).catch(() => undefined);
      await this.#recoverWhenDue(signal);
      await delay(this.#options.settings.everySeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
    // The last round sends the data written until the stop.
    await this.#round().catch(() => undefined);
    await this.#engine.say(this.#lastFailure).catch(() => undefined);
    await this.#recovery;
  }

  /** The night's backup comes first, then its proof, then the restores that owners wait for. */
  async #recoverWhenDue(signal: AbortSignal): Promise<void> {
    const { place, lastBackupAt } = this.#engine.status;
    if (this.#recovery !== null || lastBackupAt === null || (await isRecovering(this.#options.dataDir))) return;
    const { proof } = await readBackupProofs(this.#options.dataDir, place);
    const isProofDue =
      this.#backup === null &&
      (isNightPast(proof?.at ?? null, new Date()) || (await hostsToProve(this.#options.dataDir, true)).length > 0);
    if (!isProofDue && !(await this.#isRestoreDue())) return;
    const work = isProofDue ? this.#prove(place, signal) : this.#restore(signal);
    this.#recovery = work.finally(() => {
      this.#recovery = null;
    });
  }

  async #isRestoreDue(): Promise<boolean> {
    if (performance.now() < this.#noRestoreBefore) return false;
    return this.#options.restores.isWaiting().catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, "the restores that wait could not be read");
      return false;
    });
  }

  async #restore(signal: AbortSignal): Promise<void> {
    await this.#options.restores.restore(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      this.#noRestoreBefore = performance.now() + AGAIN_MILLISECONDS;
      this.#options.logger.error({ err: error }, "a database could not be restored");
    });
  }

  async #prove(place: string, signal: AbortSignal): Promise<void> {
    const { dataDir, prove, logger } = this.#options;
    await prove(signal).catch(async (error: unknown) => {
      if (signal.aborted) return;
      logger.error({ err: error }, "a backup could not be proven");
      await noteNothingProven(dataDir, place, sentenceOf(error)).catch(() => undefined);
    });
  }

  async #round(): Promise<void> {
    await this.#engine.ship();
    await this.#looks.lookIfDue(() => this.#engine.look());
    const isDue = this.#engine.needsBackup || isNightPast(this.#engine.status.lastBackupAt, new Date());
    if (!isDue || this.#backup !== null || performance.now() < this.#notBefore) return;
    this.#backup = this.#backUp().finally(() => {
      this.#backup = null;
    });
  }

  async #backUp(): Promise<void> {
    try {
      await this.#engine.backUp(() => undefined, PATIENCE_MILLISECONDS);
      this.#backupFailure = null;
      // From now on, backups have everything that the window is for.
      await removeWindow(this.#options.dataDir);
      this.#options.logger.info("a base backup was made");
    } catch (error) {
      this.#backupFailure = sentenceOf(error);
      this.#notBefore = performance.now() + NEXT_TRY_MILLISECONDS;
      this.#options.logger.error({ err: error }, "a base backup could not be made");
      // A file may have been lost, which the next round looks into.
      this.#looks.lookSoon();
    }
  }
}

/** Says that nothing is known of all that was to be proven by a process that ended without a word. */
async function noteNothingProven(dataDir: string, ownPlace: string, reason: string): Promise<void> {
  const { proof } = await readBackupProofs(dataDir, ownPlace);
  if (isNightPast(proof?.at ?? null, new Date())) await writeProof(dataDir, nothingProven(ownPlace, reason));
  for (const { id, status } of await hostsToProve(dataDir, true)) {
    if (status) await writeProof(hostBackupFolder(dataDir, id), nothingProven(status.place, reason));
  }
}

function nothingProven(place: string, reason: string): BackupProof {
  const checked = { pages: 0, relations: 0, canaries: 0, objects: null };
  const nothing = { backupId: null, upTo: null, seconds: 0, recoverySeconds: null };
  return { outcome: "could not run", place, at: new Date(), reason, ...nothing, checked };
}
