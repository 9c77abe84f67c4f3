import { setTimeout as delay } from "node:timers/promises";

export interface PaceTime {
  /** In milliseconds. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const realTime: PaceTime = { now: () => performance.now(), wait: (milliseconds) => delay(milliseconds) };

/** Holds all streams that go through it, taken together, to so many bytes a second. */
export class Pace {
  readonly #bytesPerSecond: number;
  readonly #time: PaceTime;
  /** The moment at which the bytes that were let through have had their time. */
  #freeAt = Number.NEGATIVE_INFINITY;

  constructor(bytesPerSecond: number, time: PaceTime = realTime) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#time = time;
  }

  async *through(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      const now = this.#time.now();
      const begin = Math.max(this.#freeAt, now);
      this.#freeAt = begin + (chunk.length / this.#bytesPerSecond) * 1_000;
      if (begin > now) await this.#time.wait(begin - now);
      yield chunk;
    }
  }
}

/** Returns `null` where nothing is held back. */
export function paceOf({ bytesPerSecond }: { bytesPerSecond: number | null }): Pace | null {
  return bytesPerSecond === null ? null : new Pace(bytesPerSecond);
}
