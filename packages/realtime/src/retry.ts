const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A service that restarts has all of its clients back within this time, not at once. */
const SPREAD_MS = 10_000;
const RESTARTING = 1012;

/** When to connect again: later each time, and never all clients at the same moment. */
export class Retry {
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** `code` is the close code of the connection before. */
  wait(code: number, then: () => void): void {
    const longest = code === RESTARTING ? SPREAD_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#set(longest * (0.5 + Math.random() / 2), then);
  }

  /** The connection works. */
  reset(): void {
    this.stop();
    this.#attempts = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #set(milliseconds: number, then: () => void): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      then();
    }, milliseconds);
  }
}
