const BATCH = 1_024;
/** The most spans that wait for a collector or are on their way: some seconds' worth, in about 10 MB. */
const MOST = 8 * BATCH;
/** A batch that isn't full leaves at this time, and one that failed is sent again. */
const EVERY_MS = 5_000;

/** The collector would refuse the same spans again. */
export class CollectorRefusal extends Error {}

interface SpanQueueOptions<Span> {
  /** Sends a batch. Throws `CollectorRefusal`, or another error if it may be sent again. */
  send(spans: readonly Span[]): Promise<void>;
  /** Called for spans that never arrive: there was no room for them, or the collector refused them. */
  onDropped(count: number, reason: "no_room" | "refused"): void;
  /** Called after each batch; `null` for one that arrived. */
  onEnd(error: unknown): void;
}

/** Sends spans in batches: a full one immediately, and one after the other, so that those beyond the limit are dropped. */
export class SpanQueue<Span> {
  readonly #options: SpanQueueOptions<Span>;
  readonly #timer: NodeJS.Timeout;
  #waiting: Span[] = [];
  #onTheWay = 0;
  #sending: Promise<void> | null = null;
  /** Whether the last batch failed: then full ones wait, too. */
  #isPaused = false;

  constructor(options: SpanQueueOptions<Span>) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#begin(), EVERY_MS);
    this.#timer.unref();
  }

  add(span: Span): void {
    if (this.#waiting.length + this.#onTheWay >= MOST) this.#options.onDropped(1, "no_room");
    else this.#waiting.push(span);
    if (this.#waiting.length >= BATCH && !this.#isPaused) void this.#begin();
  }

  /** Sends the rest, unless a batch fails or the time is up. */
  async close(milliseconds: number): Promise<void> {
    clearInterval(this.#timer);
    const late = performance.now() + milliseconds;
    await this.#sending;
    do await this.#begin();
    while (this.#waiting.length > 0 && !this.#isPaused && performance.now() < late);
  }

  /** Sends a batch, and those that are full by then. One that is under way does the latter alone. */
  #begin(): Promise<void> {
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendBatches(): Promise<void> {
    do {
      const batch = this.#waiting.splice(0, BATCH);
      if (batch.length === 0) return;
      this.#onTheWay = batch.length;
      const error = await this.#options.send(batch).then(
        () => null,
        (reason: unknown) => reason,
      );
      this.#onTheWay = 0;
      this.#isPaused = error !== null;
      if (error instanceof CollectorRefusal) this.#options.onDropped(batch.length, "refused");
      else if (error !== null) this.#waiting = batch.concat(this.#waiting);
      this.#options.onEnd(error);
    } while (this.#waiting.length >= BATCH && !this.#isPaused);
  }
}
