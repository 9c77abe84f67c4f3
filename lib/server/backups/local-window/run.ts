import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type LocalWindowSettings, readLocalWindow } from "@/lib/core/local-window";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import type { BackupEngine } from "../engine";
import { isRecovering, tryShippingLock } from "../locks";
import { LookTimes } from "../look-times";
import { clearLeftRecovery } from "../restore/bring-back";
import type { WaitingRestores } from "../run";
import { type BackedUpCluster, findBackedUpClusters } from "../running-clusters";
import { sentenceOf } from "../sentence-of";
import { windowAsPlace } from "./files";
import { giveWay } from "./give-way";
import { isBaseDue } from "./is-base-due";
import { readMark } from "./mark";
import { openWindow } from "./open";
import { NoRoomError, RoomGuard, requireFreeDisk, tooLarge, type WindowRoom } from "./room";
import { emptyWindow, writeLocalWindow } from "./status-file";

const ROUND_MILLISECONDS = 5_000;
/** The process ends when so long nothing was written. */
const QUIET_MILLISECONDS = 60_000;
const NEXT_TRY_MILLISECONDS = 300_000;
const RESTORE_LOOK_MILLISECONDS = 10_000;
/** The WAL of a base backup comes with the next rounds. */
const PATIENCE_MILLISECONDS = 60_000;
/** The size is counted again when so many bytes of WAL have been kept since. */
const COUNT_BYTES = 16 * 1024 ** 2;

export interface LocalWindowOptions {
  dataDir: string;
  settings: LocalWindowSettings;
  postgresBin: string | null;
  logger: Logger;
  crashPoint: CrashPoint;
  restores: WaitingRestores;
  room: WindowRoom;
  roundMilliseconds?: number;
  quietMilliseconds?: number;
}

/**
 * Keeps the embedded host's writes and base backups in the data folder until it is stopped, or until nothing is written
 * any more. Returns immediately while another process has the WAL of the data folder.
 */
export async function runLocalWindow(options: LocalWindowOptions, signal: AbortSignal): Promise<void> {
  const lock = await tryShippingLock(options.dataDir);
  if (lock === null) return;
  try {
    const host = (await findBackedUpClusters(options.dataDir)).clusters.find(({ name }) => name === "host-1");
    if (!host) throw new Error("an installation has no host");
    await new LocalWindow(options, host).run(signal);
  } finally {
    await lock.release();
  }
}

class LocalWindow {
  readonly #options: LocalWindowOptions;
  readonly #host: BackedUpCluster;
  readonly #guard: RoomGuard;
  readonly #looks = new LookTimes();
  #engine: BackupEngine | null = null;
  #base: Promise<void> | null = null;
  #restore: Promise<void> | null = null;
  /** The writes of which the last round knew, and those that the newest base backup has. */
  #mark: string | null = null;
  #baseMark: string | null = null;
  #baseFailure: unknown = null;
  #lastFailure: string | null = null;
  #bytes = 0;
  #uncounted = Number.POSITIVE_INFINITY;
  #quietSince = performance.now();
  #noBaseBefore = 0;
  #noRestoreBefore = 0;

  constructor(options: LocalWindowOptions, host: BackedUpCluster) {
    this.#options = options;
    this.#host = host;
    this.#guard = new RoomGuard(options.room);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { dataDir, settings, postgresBin, roundMilliseconds = ROUND_MILLISECONDS } = this.#options;
    const scratch = { dataDir, settings: windowAsPlace(dataDir, settings), postgresBin };
    let goesOn = await this.#tryTo(async () => {
      await clearLeftRecovery(scratch);
      await this.#open();
    });
    while (goesOn && !signal.aborted) {
      goesOn = await this.#tryTo(() => this.#round(signal));
      if (this.#isQuiet()) break;
      await delay(roundMilliseconds, undefined, { signal }).catch(() => undefined);
    }
    // Owners who wait are told, also if there is nothing left to restore from.
    if (!goesOn && !signal.aborted) await this.#restoreWhenDue(signal);
    // The last round has the data written until the stop.
    if (goesOn && signal.aborted) await this.#tryTo(() => this.#round(signal));
    await this.#restore;
  }

  /** Returns whether to go on. A window for which there is no room gives way; one that can't be opened throws. */
  async #tryTo(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const lack = this.#options.room.describeLack();
      const reason =
        error instanceof NoRoomError || lack === null ? error : new NoRoomError(lack, { isTooLarge: false });
      if (reason instanceof NoRoomError) {
        const { dataDir, settings, room, logger } = this.#options;
        this.#guard.end(reason);
        await giveWay({ dataDir, hours: settings.hours, room, logger, base: this.#base }, reason);
        return false;
      }
      await this.#noteFailure(sentenceOf(error));
      if (this.#engine === null) throw error;
      // If the files have disappeared, the next process begins anew.
      return this.#engine.repository.requireThere().then(
        () => true,
        () => false,
      );
    }
  }

  async #noteFailure(failure: string): Promise<void> {
    if (failure !== this.#lastFailure) this.#options.logger.warn(`Local window: ${failure}`);
    this.#lastFailure = failure;
    await this.#say(null, failure).catch(() => undefined);
  }

  async #open(): Promise<void> {
    requireFreeDisk(this.#options.room);
    const { dataDir, settings, logger, crashPoint } = this.#options;
    this.#baseMark = (await readLocalWindow(dataDir))?.baseMark ?? null;
    const [host, guard] = [this.#host, this.#guard];
    this.#engine = await openWindow({ dataDir, settings, host, guard, logger, crashPoint });
    this.#quietSince = performance.now();
  }

  async #round(signal: AbortSignal): Promise<void> {
    const engine = this.#requireEngine();
    await engine.repository.requireThere();
    const failure = this.#baseFailure;
    this.#baseFailure = null;
    if (failure !== null) throw failure;
    const mark = await readMark(this.#host);
    if (mark !== this.#mark) this.#quietSince = performance.now();
    this.#mark = mark;
    this.#uncounted += await engine.ship();
    requireFreeDisk(this.#options.room);
    await this.#looks.lookIfDue(() => engine.look());
    if (this.#base === null) await this.#fit();
    if (!signal.aborted) {
      this.#backUpWhenDue();
      await this.#restoreWhenDue(signal);
    }
    this.#lastFailure = null;
    await this.#say(engine.status.lastBackupAt === null ? null : mark, null);
  }

  #requireEngine(): BackupEngine {
    if (this.#engine === null) throw new Error("the window isn't open");
    return this.#engine;
  }

  /** Leaves the older part of the window out if it takes too much room. */
  async #fit(): Promise<void> {
    if (this.#uncounted < COUNT_BYTES) return;
    await this.#count();
    if (this.#bytes <= this.#options.room.mostBytes) return;
    await this.#requireEngine().expire(0);
    await this.#count();
    if (this.#bytes > this.#options.room.mostBytes) throw tooLarge(this.#options.room);
    this.#options.logger.warn("Local window: its older part was given up, as it took too much room.");
  }

  async #count(): Promise<void> {
    const files = await this.#requireEngine().repository.list("");
    this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#uncounted = 0;
  }

  #backUpWhenDue(): void {
    const engine = this.#requireEngine();
    const { settings, room, logger } = this.#options;
    const { lastBackupAt } = engine.status;
    const mark = this.#mark;
    const [isWrittenTo, written] = [mark !== this.#baseMark, engine.hostBytesSinceBackup];
    const state = { needsBackup: engine.needsBackup, lastBackupAt, isWrittenTo, written };
    if (this.#base !== null || performance.now() < this.#noBaseBefore) return;
    if (!isBaseDue(state, { hours: settings.hours, mostBytes: room.mostBytes, now: new Date() })) return;
    this.#guard.begin(this.#bytes);
    this.#base = engine
      .backUp(() => undefined, PATIENCE_MILLISECONDS)
      .then(
        () => {
          this.#baseMark = mark;
          logger.info("the local window has a new base backup");
        },
        (error: unknown) => {
          this.#noBaseBefore = performance.now() + NEXT_TRY_MILLISECONDS;
          this.#baseFailure = error;
        },
      )
      .finally(() => {
        this.#base = null;
        this.#uncounted = Number.POSITIVE_INFINITY;
      });
  }

  async #restoreWhenDue(signal: AbortSignal): Promise<void> {
    const { dataDir, restores, logger } = this.#options;
    if (this.#restore !== null || performance.now() < this.#noRestoreBefore) return;
    this.#noRestoreBefore = performance.now() + RESTORE_LOOK_MILLISECONDS;
    if ((await isRecovering(dataDir)) || !(await restores.isWaiting())) return;
    const noteFailure = (error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, "a database could not be restored");
    };
    this.#restore = restores
      .restore(signal)
      .catch(noteFailure)
      .finally(() => {
        this.#restore = null;
        this.#quietSince = performance.now();
        this.#noRestoreBefore = 0;
      });
  }

  #isQuiet(): boolean {
    const { quietMilliseconds = QUIET_MILLISECONDS } = this.#options;
    if (this.#base !== null || this.#restore !== null || performance.now() < this.#noBaseBefore) return false;
    return performance.now() - this.#quietSince > quietMilliseconds;
  }

  async #say(mark: string | null, failure: string | null): Promise<void> {
    const { dataDir, settings, room } = this.#options;
    const { restorableFrom, restorableTo, restoreGaps } = this.#engine?.status ?? {
      ...{ restorableFrom: null, restorableTo: null, restoreGaps: [] },
    };
    await writeLocalWindow(dataDir, {
      ...emptyWindow({ hours: settings.hours, mostBytes: room.mostBytes }),
      ...{ restorableFrom, restorableTo, restoreGaps, bytes: this.#bytes, mark, baseMark: this.#baseMark, failure },
    });
  }
}
