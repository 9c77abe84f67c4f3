import { DamageError } from "./damage";

/** Takes so many bytes at a time from chunks of any size. */
export class ExactReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #pending: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns so many bytes, or `null` at the end, where that may be. */
  async take(count: number, mayEnd: boolean): Promise<Buffer | null> {
    while (this.#pending.length < count) {
      if (await this.#more()) continue;
      if (mayEnd && this.#pending.length === 0) return null;
      throw new DamageError("A base backup ends too early.");
    }
    const taken = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    return taken;
  }

  /** Returns some bytes, at most so many. */
  async some(most: number): Promise<Buffer> {
    if (this.#pending.length === 0 && !(await this.#more())) {
      throw new DamageError("A base backup ends too early.");
    }
    const taken = this.#pending.subarray(0, most);
    this.#pending = this.#pending.subarray(taken.length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#pending = this.#pending.length === 0 ? value : Buffer.concat([this.#pending, value]);
    return true;
  }
}
