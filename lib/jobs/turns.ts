import type { Logger } from "pino";
import { type GiveBack, SharedPlaces } from "@/lib/core/queue/shared-places";
import type { JobContext } from "./job-context";
import { noteWait } from "./note-wait";

/** A piece of work whose turn it is. It is claimed, so that no other worker takes it. */
export interface Turn {
  owner: string;
  /** When it was due. */
  since: Date;
  run(signal: AbortSignal): Promise<void>;
}

/** Claims the first due work among owners that are not barred; `null` where nothing is. */
export type TakeTurn = (ctx: JobContext, barred: readonly string[]) => Promise<Turn | null>;

/**
 * Runs work that is found in rows and not in the queue, whose jobs only wake a worker. It goes on until nothing is due, so
 * that work that had to wait for a place is not left behind.
 */
export class Turns {
  readonly #places: SharedPlaces;
  readonly #take: TakeTurn;
  readonly #task: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(task: string, places: number, take: TakeTurn) {
    this.#task = task;
    this.#places = new SharedPlaces(places);
    this.#take = take;
  }

  async run(ctx: JobContext, log: Logger, signal: AbortSignal): Promise<void> {
    for (;;) {
      const turn = signal.aborted ? null : await this.#next(ctx);
      if (turn === null) return;
      noteWait(log, { task: this.#task, owner: turn.owner, since: turn.since });
      try {
        await turn.run(signal);
      } finally {
        turn.giveBack();
      }
    }
  }

  /** One worker looks at a time, so that each sees the work that the one before has taken. */
  #next(ctx: JobContext): Promise<(Turn & { giveBack: GiveBack }) | null> {
    const next = this.#last.then(() => this.#look(ctx));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #look(ctx: JobContext): Promise<(Turn & { giveBack: GiveBack }) | null> {
    const first = await this.#take(ctx, this.#places.barred());
    const turn = first ?? (this.#places.beginRound() ? await this.#take(ctx, this.#places.barred()) : null);
    return turn && { ...turn, giveBack: this.#places.take(turn.owner) };
  }
}
