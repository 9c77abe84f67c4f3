import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import { SharedPlaces } from "./shared-places";

interface FairQueueOptions {
  /** The number of pieces of work that run at the same time. */
  places: number;
  /** The number of an owner's pieces that may wait; a further one is refused. */
  waitingOfOwner: number;
  /** A piece that has waited this long is refused, so that its caller has an answer. */
  patienceMilliseconds: number;
  /** Such as `Too many pictures are being made.` */
  refusal: string;
}

interface Waiting {
  start(): void;
  since: number;
}

const RETRY_AFTER_SECONDS = 2;

/** Runs work in this process, a piece of each owner in turn. Work of a caller that has gone is dropped unbegun. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #places: SharedPlaces;
  /** No line is empty. The owner whose turn is next comes first. */
  readonly #lines = new Map<string, Set<Waiting>>();

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#places = new SharedPlaces(options.places);
  }

  /** Throws `rate_limited` where too many of the owner wait, `service_unavailable` after the wait, and the signal's reason. */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const giveBack = await this.#take(owner, signal);
    try {
      return await work();
    } finally {
      giveBack();
      this.#startNext();
    }
  }

  #take(owner: string, signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(owner) ?? new Set<Waiting>();
    if (line.size === 0 && this.#places.mayTake(owner)) return Promise.resolve(this.#places.take(owner));
    if (line.size >= this.#options.waitingOfOwner) throw this.#refused("rate_limited", line.size);
    this.#lines.set(owner, line);
    return new Promise((resolve, reject) => {
      const leave = () => {
        endPatience();
        signal?.removeEventListener("abort", giveUp);
        line.delete(waiting);
        if (line.size === 0) this.#lines.delete(owner);
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        since: performance.now(),
        start: () => {
          leave();
          resolve(this.#places.take(owner));
        },
      };
      const endPatience = startPatience(this.#options.patienceMilliseconds, () => {
        const ahead = this.#ahead(waiting);
        leave();
        reject(this.#refused("service_unavailable", ahead));
      });
      signal?.addEventListener("abort", giveUp);
      line.add(waiting);
    });
  }

  /** One place has become free, so at most one begins. */
  #startNext(): void {
    for (const [owner, line] of this.#lines) {
      if (!this.#places.mayTake(owner)) continue;
      this.#lines.delete(owner);
      const [first] = line;
      if (line.size > 1) this.#lines.set(owner, line);
      first?.start();
      return;
    }
  }

  #ahead(waiting: Waiting): number {
    return [...this.#lines.values()].flatMap((line) => [...line]).filter(({ since }) => since < waiting.since).length;
  }

  #refused(code: "rate_limited" | "service_unavailable", ahead: number): ServiceError {
    const message = `${this.#options.refusal} ${ahead} ${ahead === 1 ? "is" : "are"} waiting ahead. Try again in a moment.`;
    return new ServiceError(code, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
