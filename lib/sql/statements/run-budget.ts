import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import type { ResultLimits } from "@/lib/core/ports/customer-session";
import { STATEMENT_TIMEOUT_MS } from "@/lib/sql/customer-session/open";

/** The limits of a run and of each of its statements. */
export interface RunLimits {
  statementMilliseconds: number;
  runMilliseconds: number;
  /** Such as `60 seconds`. */
  runTime: string;
  /** The rows and characters that are kept of one result, and the characters that are kept of all results. */
  result: Pick<ResultLimits, "maxRows" | "maxCharacters">;
  maxRunCharacters: number;
}

export const EDITOR_LIMITS: RunLimits = {
  statementMilliseconds: STATEMENT_TIMEOUT_MS,
  runMilliseconds: 60_000,
  runTime: "60 seconds",
  result: { maxRows: 100_000, maxCharacters: 24 * 1024 * 1024 },
  maxRunCharacters: 32 * 1024 * 1024,
};

/** The time that one run has left, and the rows that may still be kept for its reader. */
export class RunBudget {
  /** Ends with the time of the run, or with its reader, by whose reason. The reason is a `ServiceError`. */
  readonly signal: AbortSignal;
  readonly #end = new AbortController();
  readonly #closed = new AbortController();
  readonly #limits: RunLimits;
  #charactersLeft: number;
  #millisecondsLeft: number;
  #startedAt = 0;
  #endPatience = () => {};

  constructor(limits: RunLimits, reader?: AbortSignal) {
    this.#limits = limits;
    this.#charactersLeft = limits.maxRunCharacters;
    this.#millisecondsLeft = limits.runMilliseconds;
    this.signal = this.#end.signal;
    const leave = () => this.#abort(endedBy(reader));
    if (reader?.aborted) leave();
    else reader?.addEventListener("abort", leave, { signal: this.#closed.signal });
    this.#start();
  }

  /** Throws when the time is over or the reader is gone. */
  requireTime(): void {
    this.signal.throwIfAborted();
  }

  get statementMilliseconds(): number {
    return this.#limits.statementMilliseconds;
  }

  /** Returns the limits for the result of the next statement. */
  get limits(): ResultLimits {
    const { result } = this.#limits;
    return { ...result, maxCharacters: Math.min(result.maxCharacters, this.#charactersLeft) };
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
    const message = `The run took longer than ${this.#limits.runTime}, so the remaining statements weren't run.`;
    const late = () => this.#abort(new ServiceError("request_timeout", message));
    this.#endPatience = startPatience(this.#millisecondsLeft, late);
  }

  #stop(): void {
    this.#endPatience();
    this.#millisecondsLeft = Math.max(0, this.#millisecondsLeft - (performance.now() - this.#startedAt));
  }

  #abort(reason: ServiceError): void {
    this.#end.abort(reason);
  }
}

/** Returns the reader's own reason, where it has one that can be shown. */
function endedBy(reader: AbortSignal | undefined): ServiceError {
  if (reader?.reason instanceof ServiceError) return reader.reason;
  return new ServiceError("request_timeout", "The run was stopped because its results were no longer being read.");
}
