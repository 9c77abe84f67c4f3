import { ServiceError } from "@/lib/core/errors";
import type { ResultLimits } from "@/lib/core/ports/customer-session";

export const RESULT_LIMITS = { maxRows: 100_000, maxCharacters: 24 * 1024 * 1024 };
const MAX_RUN_CHARACTERS = 32 * 1024 * 1024;
export const MAX_RUN_MILLISECONDS = 180_000;

/** What one run may still take, in time and in rows that are kept for who reads them. */
export class RunBudget {
  /** Ends with the time of the run, or with its reader. The reason is a `ServiceError`. */
  readonly signal: AbortSignal;
  readonly #end = new AbortController();
  readonly #closed = new AbortController();
  #charactersLeft = MAX_RUN_CHARACTERS;
  #millisecondsLeft = MAX_RUN_MILLISECONDS;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(reader?: AbortSignal) {
    this.signal = this.#end.signal;
    const leave = () => this.#abort("The run was stopped because its results were no longer being read.");
    if (reader?.aborted) leave();
    else reader?.addEventListener("abort", leave, { signal: this.#closed.signal });
    this.#start();
  }

  /** Throws when the time is over or the reader is gone. */
  requireTime(): void {
    this.signal.throwIfAborted();
  }

  /** Returns the limits for the result of the next statement. */
  get limits(): ResultLimits {
    return { ...RESULT_LIMITS, maxCharacters: Math.min(RESULT_LIMITS.maxCharacters, this.#charactersLeft) };
  }

  spend(characters: number): void {
    this.#charactersLeft = Math.max(0, this.#charactersLeft - characters);
  }

  /** Does work whose time depends on the size of the database, and so is not counted. */
  async uncounted<T>(work: () => Promise<T>): Promise<T> {
    this.#stop();
    try {
      return await work();
    } finally {
      this.#start();
    }
  }

  close(): void {
    this.#stop();
    this.#closed.abort();
  }

  #start(): void {
    this.#startedAt = performance.now();
    const message = "The run took longer than 3 minutes, so the remaining statements weren't run.";
    this.#timer = setTimeout(() => this.#abort(message), this.#millisecondsLeft);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#millisecondsLeft = Math.max(0, this.#millisecondsLeft - (performance.now() - this.#startedAt));
  }

  #abort(message: string): void {
    this.#end.abort(new ServiceError("request_timeout", message));
  }
}
