import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type LocalWindowSettings, readLocalWindow } from "@/lib/core/local-window";
import { findBackedUpClusters } from "../running-clusters";
import { hasWindowFiles } from "./files";
import { readMark } from "./mark";
import type { WindowRoom } from "./room";
import { emptyWindow, writeLocalWindow } from "./status-file";

const LOOK_MILLISECONDS = 20_000;
/** A process that ended by a fault is started again after this time. */
const AFTER_FAULT_MILLISECONDS = 300_000;
const HOUR_MILLISECONDS = 3_600_000;

interface WatchOptions {
  dataDir: string;
  settings: LocalWindowSettings;
  room: WindowRoom;
  log: Logger;
  launch: () => ChildProcess;
  askControlPlane: () => Promise<{ isRestoreWaiting: boolean; hasDatabase: boolean }>;
  lookMilliseconds?: number;
}

/**
 * Starts the process that keeps the local window when it has work: the host was written to, an owner waits for a
 * database, something has expired, or the disk is nearly full. While nothing happens, there is no such process.
 */
export class LocalWindowWatch {
  readonly #options: WatchOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the process after its work in hand, or when it has not ended in time. */
  async stop(patienceMilliseconds: number): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill("SIGTERM");
    const timer = setTimeout(() => this.#child?.kill("SIGKILL"), patienceMilliseconds);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { dataDir, settings, room, log, lookMilliseconds = LOOK_MILLISECONDS } = this.#options;
    const { signal } = this.#stopping;
    const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => undefined);
    if ((await readLocalWindow(dataDir)) === null) {
      const empty = emptyWindow({ hours: settings.hours, mostBytes: room.mostBytes });
      await writeLocalWindow(dataDir, empty).catch(() => undefined);
    }
    await pause(settings.afterSeconds * 1_000);
    while (!signal.aborted) {
      const isNeeded = await this.#isNeeded().catch((error: unknown) => {
        log.warn({ err: error }, "it isn't known whether the local window has work");
        return false;
      });
      if (isNeeded && !signal.aborted && !(await this.#launch())) await pause(AFTER_FAULT_MILLISECONDS);
      await pause(lookMilliseconds);
    }
  }

  async #isNeeded(): Promise<boolean> {
    const { dataDir, settings, room, askControlPlane } = this.#options;
    const status = await readLocalWindow(dataDir);
    // Files that were removed by hand have left the WAL that the host keeps.
    if (room.describeLack() !== null) return hasWindowFiles(dataDir) || (status?.restorableFrom ?? null) !== null;
    const asked = await askControlPlane();
    if (asked.isRestoreWaiting) return true;
    if (status?.pausedUntil && status.pausedUntil > new Date()) return false;
    if (status === null || status.mark === null) return asked.hasDatabase || hasWindowFiles(dataDir);
    if (!hasWindowFiles(dataDir)) return true;
    const age = Date.now() - status.at.getTime();
    return age > (settings.hours / 2) * HOUR_MILLISECONDS || status.mark !== (await this.#mark());
  }

  async #mark(): Promise<string | null> {
    const { clusters } = await findBackedUpClusters(this.#options.dataDir);
    const host = clusters.find(({ name }) => name === "host-1");
    return host ? readMark(host) : null;
  }

  /** Returns whether the process has ended without a fault. */
  async #launch(): Promise<boolean> {
    const child = this.#options.launch();
    this.#child = child;
    try {
      const [code] = await once(child, "exit");
      if (code !== 0 && !this.#stopping.signal.aborted) this.#options.log.error({ code }, "local window ended");
      return code === 0;
    } catch (error) {
      this.#options.log.error({ err: error }, "local window cannot be started");
      return false;
    } finally {
      this.#child = null;
    }
  }
}
