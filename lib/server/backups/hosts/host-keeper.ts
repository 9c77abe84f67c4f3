import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type PQueue from "p-queue";
import type { Logger } from "pino";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { hostBackupFolder, readBackupStatus } from "@/lib/core/backup-status";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { BackupEngine } from "../engine";
import { isNightPast } from "../is-night-past";
import { LookTimes } from "../look-times";
import type { Pace } from "../pace";
import { dropSlot } from "../ship-wal";
import { writeFailure } from "../status-file";
import { failureOf } from "./failure-of";
import { ownerOfHost, settingsOfHost } from "./host-files";
import { hostSource } from "./host-source";
import type { RegisteredHost } from "./registered-host";
import { whyNotKept } from "./why-not-kept";

const PATIENCE_MILLISECONDS = 600_000;
const OBSTACLE_MILLISECONDS = 60_000;
/** A network lies between, which comes back soon as a rule. */
const NEXT_TRY_MILLISECONDS = 60_000;

export interface KeeperOptions {
  dataDir: string;
  instanceId: string;
  settings: BackupSettings;
  /** The folder through which base backups take their way. */
  spool: string;
  /** Base backups take turns, as each needs room on the disk. */
  turns: PQueue;
  pace: Pace | null;
  logger: Logger;
  crashPoint: CrashPoint;
  /** Is told each time that a host was looked at. */
  onLooked: (obstacle: string | null) => Promise<void>;
}

/** Keeps one registered host: sends its writes, and makes a base backup each night. */
export class HostKeeper {
  readonly host: RegisteredHost;
  readonly #options: KeeperOptions;
  readonly #settings: BackupSettings;
  readonly #folder: string;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #engine: BackupEngine | null = null;
  #obstacle: string | null = null;
  #base: Promise<void> | null = null;
  #baseFailure: string | null = null;
  #lastFailure: string | null = null;
  readonly #looks = new LookTimes();
  #askedAt = Number.NEGATIVE_INFINITY;
  #noBaseBefore = 0;
  #isLookedAt = false;

  constructor(host: RegisteredHost, options: KeeperOptions) {
    this.host = host;
    this.#options = options;
    this.#settings = settingsOfHost(options.settings, host.id);
    this.#folder = hostBackupFolder(options.dataDir, host.id);
  }

  start(): void {
    this.#running = this.#run(this.#stopping.signal);
  }

  /** Sends the data that was written until now, and ends. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Ends, and has the host keep no more WAL. Its backups stay in the place. */
  async leaveOff(): Promise<void> {
    await this.stop();
    await dropSlot(hostSource(this.host, this.#spool).cluster).catch((error: unknown) => {
      this.#options.logger.warn({ err: error, hostId: this.host.id }, "a host that isn't backed up keeps its slot");
    });
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #spool(): string {
    return join(this.#options.spool, this.host.id);
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#tryRound();
      await delay(this.#settings.everySeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
    if (this.#obstacle === null && this.#lastFailure === null) await this.#tryRound();
    await this.#engine?.say(this.#lastFailure).catch(() => undefined);
  }

  async #tryRound(): Promise<void> {
    const failure = await this.#round().then(() => null, failureOf);
    const { logger } = this.#options;
    if (failure !== null && failure !== this.#lastFailure) {
      logger.warn({ hostId: this.host.id }, `Backups of the host ${this.host.name}: ${failure}`);
    }
    this.#lastFailure = failure;
    if (this.#obstacle === null) await this.#say(failure ?? this.#baseFailure).catch(() => undefined);
  }

  async #say(failure: string | null): Promise<void> {
    if (this.#engine !== null) return this.#engine.say(failure);
    if (failure === null) return;
    // Of a host that wasn't looked at yet, it isn't known whether it is to be backed up.
    const hasBackups = ((await readBackupStatus(this.#folder))?.lastBackupAt ?? null) !== null;
    if (!this.#isLookedAt && !hasBackups) return;
    const { place, everySeconds } = this.#settings;
    await writeFailure(this.#folder, { place: openPlace(place).name, everySeconds, failure });
  }

  async #round(): Promise<void> {
    if (performance.now() - this.#askedAt > OBSTACLE_MILLISECONDS) {
      this.#obstacle = await whyNotKept(this.host);
      this.#askedAt = this.#obstacle === null ? performance.now() : Number.NEGATIVE_INFINITY;
      this.#isLookedAt = true;
      await this.#options.onLooked(this.#obstacle);
    }
    if (this.#obstacle !== null) return;
    this.#engine ??= await this.#open();
    const engine = this.#engine;
    await engine.ship();
    await this.#looks.lookIfDue(() => engine.look());
    this.#backUpWhenDue(engine);
  }

  #open(): Promise<BackupEngine> {
    const { pace, logger, crashPoint, instanceId } = this.#options;
    return BackupEngine.open({
      ...{ dataDir: this.#folder, settings: this.#settings, isOfHostAlone: true, isElsewhere: true },
      registered: { instanceId: ownerOfHost(instanceId, this.host.id), source: hostSource(this.host, this.#spool) },
      ...{ readKeyRing: () => "", pace, crashPoint },
      log: (line) => logger.warn({ hostId: this.host.id }, `${this.host.name}: ${line}`),
    });
  }

  #backUpWhenDue(engine: BackupEngine): void {
    const isDue = engine.needsBackup || isNightPast(engine.status.lastBackupAt, new Date());
    if (!isDue || this.#base !== null || performance.now() < this.#noBaseBefore) return;
    const { turns, logger } = this.#options;
    const signal = this.#stopping.signal;
    const backUp = async () => {
      if (!signal.aborted) await engine.backUp(() => undefined, PATIENCE_MILLISECONDS);
    };
    const noteFailure = (error: unknown) => {
      this.#baseFailure = failureOf(error);
      this.#noBaseBefore = performance.now() + NEXT_TRY_MILLISECONDS;
      this.#looks.lookSoon();
      logger.error({ err: error, hostId: this.host.id }, "a base backup of a host could not be made");
    };
    this.#base = turns
      .add(backUp)
      .then(() => {
        this.#baseFailure = null;
        logger.info({ hostId: this.host.id }, "a base backup of a host was made");
      }, noteFailure)
      .finally(() => {
        this.#base = null;
      });
  }
}
