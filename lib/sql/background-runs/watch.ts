import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { RunEnd } from "./end";
import { findRunActor } from "./find-actor";
import { signalRun } from "./signal";

/** The longest wait of a member who cancels, or who loses the right to change data. */
const LOOK_EVERY_MS = 2_000;

export const NOT_PERMITTED = "The member who started it may no longer change data.";
const STOPPED = "The service was stopped, so the run was cancelled. Start it again to run the rest.";
const ENDED_ELSEWHERE = "The run was ended by another process.";

interface WatchedRun {
  id: string;
  organisationId: string;
  databaseId: string;
  hostId: string;
  memberId: string;
}

/** Says every two seconds that a run goes on, and whether it still may. */
export class RunWatch {
  readonly #ctx: Context;
  readonly #run: WatchedRun;
  readonly #stop = new AbortController();
  readonly #closed = new AbortController();
  #end: RunEnd | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** The signal `stopping` is aborted when the worker stops. */
  constructor(ctx: Context, run: WatchedRun, stopping: AbortSignal) {
    this.#ctx = ctx;
    this.#run = run;
    const stop = () => {
      this.#end ??= { status: "cancelled", message: STOPPED };
      void this.look();
    };
    if (stopping.aborted) stop();
    else stopping.addEventListener("abort", stop, { signal: this.#closed.signal });
    this.#lookLater();
  }

  /** Ends when the run has to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Returns how the run was ended from outside; `null` where it was not. */
  get end(): RunEnd | null {
    return this.#end;
  }

  /** Looks at once, as between two statements. A control plane that does not answer changes nothing. */
  async look(): Promise<void> {
    try {
      const end = this.#end ?? (await this.#findEnd());
      if (end) await this.#endBy(end);
    } catch (error) {
      this.#ctx.log.warn({ err: error, runId: this.#run.id }, "a run in the background could not be looked at");
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closed.abort();
  }

  #lookLater(): void {
    this.#timer = setTimeout(async () => {
      await this.look();
      if (!this.#closed.signal.aborted) this.#lookLater();
    }, LOOK_EVERY_MS);
  }

  async #findEnd(): Promise<RunEnd | null> {
    const { id, organisationId } = this.#run;
    const [row] = await this.#ctx.db.backgroundRun.updateManyAndReturn({
      where: { id, organisationId, status: "running" },
      data: { seenAt: this.#ctx.clock.now() },
      select: { cancelledById: true },
    });
    if (!row) return { status: "failed", message: ENDED_ELSEWHERE };
    if (row.cancelledById !== null) return { status: "cancelled", message: null };
    if ((await findRunActor(this.#ctx, this.#run)) === null) return { status: "failed", message: NOT_PERMITTED };
    return null;
  }

  /** The statement is cancelled each time, since it may have reached the server only after the first. */
  async #endBy(end: RunEnd): Promise<void> {
    this.#end ??= end;
    const { message } = this.#end;
    this.#stop.abort(new ServiceError("conflict", message ?? "The run was cancelled."));
    await signalRun(this.#ctx, this.#run, "cancel");
  }
}
