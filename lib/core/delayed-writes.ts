/** Has things that were noted written together: one write at a time, an interval after the first note, and at the end. */
export class DelayedWrites {
  readonly #intervalMs: number;
  readonly #write: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** `write` takes the notes that wait; it throws nothing. */
  constructor(intervalMs: number, write: () => Promise<void>) {
    this.#intervalMs = intervalMs;
    this.#write = write;
  }

  /** Writes within the interval, which keeps no process alive. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#intervalMs).unref();
  }

  /** Does work before the next write begins. */
  before(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work);
  }

  /** Writes the notes that wait. */
  flush(): Promise<void> {
    this.#stopTimer();
    this.#writing = this.#writing.then(this.#write);
    return this.#writing;
  }

  /** Writes for the last time: a write that failed is not tried again. */
  async close(): Promise<void> {
    await this.flush();
    this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
