/** The service takes 50 frames a second and 250 at once, and refuses more. */
const AT_ONCE = 200;
const PER_SECOND = 40;
const MAX_WAITING = 1_000;

/** Sends frames no faster than the service takes them, in their order. */
export class Pace {
  readonly #send: (text: string) => void;
  #waiting: string[] = [];
  #left = AT_ONCE;
  #countedAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  get isFull(): boolean {
    return this.#waiting.length >= MAX_WAITING;
  }

  add(text: string): void {
    this.#waiting.push(text);
    if (this.#timer === undefined) this.#flush();
  }

  /** The connection of these frames is gone. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#left = AT_ONCE;
  }

  #flush(): void {
    const now = Date.now();
    this.#left = Math.min(AT_ONCE, this.#left + ((now - this.#countedAt) / 1_000) * PER_SECOND);
    this.#countedAt = now;
    for (const text of this.#waiting.splice(0, Math.floor(this.#left))) {
      this.#left -= 1;
      this.#send(text);
    }
    this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#flush(), 1_000 / PER_SECOND) : undefined;
  }
}
