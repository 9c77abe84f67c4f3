import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { OperatorError } from "@/lib/core/operator-error";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { BackupEngine, type EngineOptions } from "./engine";
import { tryShippingLock } from "./locks";
import { writeFailure } from "./status-file";

const AGAIN_MILLISECONDS = 10_000;
/** The WAL of a base backup may wait for the place to come back. */
const PATIENCE_MILLISECONDS = 600_000;
const LOOK_MILLISECONDS = 600_000;
/** A base backup that failed is tried again after this time. */
const NEXT_TRY_MILLISECONDS = 300_000;
const NIGHT_HOUR = 2;

/** Sends what is written, and makes a base backup each night, until it is stopped. */
export async function runBackups(
  options: Omit<EngineOptions, "log"> & { logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, settings, logger } = options;
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const lock = await tryShippingLock(dataDir);
    if (lock === null) {
      await pause(1_000);
      continue;
    }
    try {
      const engine = await BackupEngine.open({ ...options, log: (line) => logger.warn(line) });
      await new Rounds(engine, settings.everySeconds, logger).run(signal);
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
  readonly #everySeconds: number;
  readonly #logger: Logger;
  #backup: Promise<void> | null = null;
  #backupFailure: string | null = null;
  #notBefore = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lastFailure: string | null = null;

  constructor(engine: BackupEngine, everySeconds: number, logger: Logger) {
    this.#engine = engine;
    this.#everySeconds = everySeconds;
    this.#logger = logger;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const failure = await this.#round().then(() => null, sentenceOf);
      if (failure !== null && failure !== this.#lastFailure) this.#logger.warn(`Backups: ${failure}`);
      this.#lastFailure = failure;
      await this.#engine.say(failure ?? this.#backupFailure).catch(() => undefined);
      await delay(this.#everySeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
    // What was written until the stop.
    await this.#round().catch(() => undefined);
    await this.#engine.say(this.#lastFailure).catch(() => undefined);
  }

  async #round(): Promise<void> {
    await this.#engine.ship();
    if (performance.now() - this.#lookedAt > LOOK_MILLISECONDS) {
      await this.#engine.look();
      this.#lookedAt = performance.now();
    }
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
      this.#logger.info("a base backup was made");
    } catch (error) {
      this.#backupFailure = sentenceOf(error);
      this.#notBefore = performance.now() + NEXT_TRY_MILLISECONDS;
      this.#logger.error({ err: error }, "a base backup could not be made");
      // A file may have been lost, which the next round looks into.
      this.#lookedAt = Number.NEGATIVE_INFINITY;
    }
  }
}

/** Returns whether a night has begun since the last base backup. */
export function isNightPast(lastBackupAt: Date | null, now: Date): boolean {
  if (lastBackupAt === null) return true;
  const night = new Date(now);
  night.setUTCHours(NIGHT_HOUR, 0, 0, 0);
  if (night > now) night.setUTCDate(night.getUTCDate() - 1);
  return lastBackupAt < night;
}

function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return `The last try failed (${error instanceof Error ? error.message : "unknown failure"}).`;
}
