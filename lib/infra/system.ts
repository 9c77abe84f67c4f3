import { randomBytes, randomFillSync } from "node:crypto";
import type { Clock } from "@/lib/core/ports/clock";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import type { Random } from "@/lib/core/ports/random";

export const systemClock: Clock = { now: () => new Date() };

const POOL_BYTES = 4_096;
const LONGEST_FROM_POOL = 256;

/** Takes many bytes from the system's generator at once: a few at a time cost 5 % of a small request. */
class PooledRandom implements Random {
  readonly #pool = new Uint8Array(POOL_BYTES);
  #used = POOL_BYTES;

  bytes(length: number): Uint8Array<ArrayBuffer> {
    if (length > LONGEST_FROM_POOL) return new Uint8Array(randomBytes(length));
    if (this.#used + length > POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    const drawn = this.#pool.slice(this.#used, this.#used + length);
    // Bytes that were handed out are erased here.
    this.#pool.fill(0, this.#used, this.#used + length);
    this.#used += length;
    return drawn;
  }
}

export const systemRandom: Random = new PooledRandom();

export const noCrashPoint: CrashPoint = () => {};

/** Returns a crash point that ends the process as a power cut would when the named point is reached. */
export function crashAt(wanted: string): CrashPoint {
  return (name) => {
    if (name === wanted) process.kill(process.pid, "SIGKILL");
  };
}

/** Returns the crash point that a setting names; `null` is none. */
export function crashPointOf(wanted: string | null): CrashPoint {
  return wanted === null ? noCrashPoint : crashAt(wanted);
}
