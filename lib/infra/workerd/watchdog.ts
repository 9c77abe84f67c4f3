import type { FunctionProcess } from "./function-process";
import { type ProcessUsage, usageOf } from "./process-usage";

/** What the runtime needs beside the function's own memory. */
const RUNTIME_BYTES = 96 * 1_048_576;
const IDLE_LOOK_MILLISECONDS = 100;
/** Memory can grow by 100 MB in this time. */
const BUSY_LOOK_MILLISECONDS = 25;
/** How long a ping may stay without an answer, of a process past its time, and of one that should have nothing to do. */
const OVERDUE_PING_MILLISECONDS = 500;
const IDLE_PING_MILLISECONDS = 1_000;
const WINDOW_MILLISECONDS = 1_000;
/** Beside other work, an endless loop may get no more of a processor than this. */
const LITTLE_LOAD = 0.05;
const HALF_LOAD = 0.45;

export type KillReason = "memory" | "stuck" | "runaway";

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
  #pingedAt: number | null = null;
  #runawaySince: number | null = null;

  constructor(watched: Watched) {
    this.#watched = watched;
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
  }

  #lookIn(milliseconds: number): void {
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => void this.#look(), milliseconds).unref();
  }

  async #look(): Promise<void> {
    const { process, memoryBytes, isRunning } = this.#watched;
    const usage = await usageOf(process.pid);
    if (!usage || this.#hasEnded) return;
    this.usage = usage;
    if (usage.residentBytes > memoryBytes + RUNTIME_BYTES) return this.#kill("memory");
    const now = performance.now();
    this.#lookForRunaway(now, this.#load(now));
    if (this.#hasEnded) return;
    if (this.#isStuck(now)) return this.#kill("stuck");
    this.#lookIn(isRunning() || this.#pingedAt !== null ? BUSY_LOOK_MILLISECONDS : IDLE_LOOK_MILLISECONDS);
  }

  /** What runs on after the answers are sent has the time of one invocation, too. */
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

  #isStuck(now: number): boolean {
    if (this.#pingedAt === null) return false;
    if (this.#isOverdue) return now - this.#pingedAt > OVERDUE_PING_MILLISECONDS;
    return !this.#watched.isRunning() && now - this.#pingedAt > IDLE_PING_MILLISECONDS;
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
    if (this.#pingedAt !== null) return;
    this.#pingedAt = performance.now();
    void this.#watched.process.ping().then((isThere) => {
      if (!isThere) return;
      this.#pingedAt = null;
      this.#isOverdue = false;
    });
  }

  #kill(reason: KillReason): void {
    this.stop();
    this.#watched.onKill(reason);
    this.#watched.process.kill();
  }
}
