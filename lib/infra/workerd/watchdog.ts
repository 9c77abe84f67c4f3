import { startPatience } from "@/lib/core/patience";
import type { FunctionProcess } from "./function-process";
import { ProcessGauge, type ProcessUsage } from "./process-usage";

/** The runtime's memory beside the function's own: its own, and with the program that all share. */
const OWN_BYTES = 48 * 1_048_576;
const RUNTIME_BYTES = 80 * 1_048_576;
const IDLE_LOOK_MILLISECONDS = 100;
const BUSY_LOOK_MILLISECONDS = 25;
/** A function that has used this share of its memory may soon use all: a processor fills 15 MB in the time. */
const LARGE_SHARE = 0.4;
const LARGE_LOOK_MILLISECONDS = 4;
/** The longest time for an answer to a ping, of a process past its time, and of one that should have nothing to do. */
const OVERDUE_PING_MILLISECONDS = 500;
const IDLE_PING_MILLISECONDS = 1_000;
const WINDOW_MILLISECONDS = 1_000;
/** Beside other work, an endless loop may get no more of a processor than this. */
const LITTLE_LOAD = 0.05;
const HALF_LOAD = 0.45;

export type KillReason = "memory" | "stuck" | "runaway";
/** A process may also end by itself: the engine's does where the function has filled its heap. */
export type EndReason = KillReason | "crash";

interface Watched {
  memoryBytes: number;
  wallMilliseconds: number;
  process: FunctionProcess;
  isRunning(): boolean;
  onKill(reason: KillReason): void;
}

/** Looks at one process from outside, since the runtime enforces no limits itself, and ends it when it passes them. */
export class Watchdog {
  usage: ProcessUsage = { residentBytes: 0, privateBytes: 0, processorMilliseconds: 0 };
  readonly #watched: Watched;
  readonly #samples: { at: number; processorMilliseconds: number }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #hasEnded = false;
  #isOverdue = false;
  #isPinged = false;
  /** The milliseconds for which the last ping has no answer, as far as they matter. */
  #silence = 0;
  #runawaySince: number | null = null;
  readonly #gauge: ProcessGauge;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#gauge = new ProcessGauge(watched.process.pid);
    void watched.process.ended.then(() => this.stop());
    this.#lookIn(0);
  }

  /** An invocation has had its time. A process that does not even answer a ping is ended soon. */
  noteOverdue(): void {
    this.#isOverdue = true;
    this.#ping();
  }

  stop(): void {
    this.#hasEnded = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#gauge.close();
  }

  #lookIn(milliseconds: number): void {
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
    const { memoryBytes, isRunning } = this.#watched;
    const usage = this.#gauge.read();
    if (!usage) return;
    this.usage = usage;
    const { privateBytes, residentBytes } = usage;
    if (privateBytes > memoryBytes + OWN_BYTES || residentBytes > memoryBytes + RUNTIME_BYTES) {
      this.#kill("memory");
    }
    const now = performance.now();
    this.#lookForRunaway(now, this.#load(now));
    if (this.#hasEnded) return;
    if (this.#isStuck()) this.#kill("stuck");
    const isBusy = isRunning() || this.#isPinged;
    if (isBusy && privateBytes > memoryBytes * LARGE_SHARE) this.#lookIn(LARGE_LOOK_MILLISECONDS);
    else this.#lookIn(isBusy ? BUSY_LOOK_MILLISECONDS : IDLE_LOOK_MILLISECONDS);
  }

  /** Work that runs on after the answers are sent has the time of one invocation, too. */
  #lookForRunaway(now: number, load: number): void {
    const isRunning = this.#watched.isRunning();
    if (!isRunning && load > LITTLE_LOAD) this.#ping();
    if (isRunning || load < HALF_LOAD) {
      this.#runawaySince = null;
      return;
    }
    this.#runawaySince ??= now;
    if (now - this.#runawaySince > this.#watched.wallMilliseconds) this.#kill("runaway");
  }

  #isStuck(): boolean {
    if (!this.#isPinged) return false;
    if (this.#isOverdue) return this.#silence >= OVERDUE_PING_MILLISECONDS;
    return !this.#watched.isRunning() && this.#silence >= IDLE_PING_MILLISECONDS;
  }

  /** Returns how much of a processor the process used over the last second; 0 before there was one. */
  #load(now: number): number {
    const { processorMilliseconds } = this.usage;
    this.#samples.push({ at: now, processorMilliseconds });
    while ((this.#samples[1]?.at ?? now) <= now - WINDOW_MILLISECONDS) this.#samples.shift();
    const [first] = this.#samples;
    if (!first || first.at > now - WINDOW_MILLISECONDS) return 0;
    return (processorMilliseconds - first.processorMilliseconds) / (now - first.at);
  }

  #ping(): void {
    if (this.#isPinged) return;
    [this.#isPinged, this.#silence] = [true, 0];
    const ends = [OVERDUE_PING_MILLISECONDS, IDLE_PING_MILLISECONDS].map((milliseconds) => {
      const note = () => {
        this.#silence = milliseconds;
      };
      return startPatience(milliseconds, note, { keepsProcess: false });
    });
    void this.#watched.process.ping().then((isThere) => {
      if (!isThere) return;
      for (const end of ends) end();
      this.#isPinged = false;
      this.#isOverdue = false;
    });
  }

  #kill(reason: KillReason): void {
    this.stop();
    this.#watched.onKill(reason);
    this.#watched.process.kill();
  }
}
