import { startPatience } from "./patience";

/** At most `limit` uses of one key go on at once. */
export interface ConcurrencyLimit {
  name: string;
  limit: number;
}

export interface ConcurrentUse {
  limit: ConcurrencyLimit;
  key: string;
}

/** Gives the places back; calling it again does nothing. */
export type Release = () => void;

interface Waiting {
  uses: readonly ConcurrentUse[];
  grant: (release: Release) => void;
}

/** Counts simultaneous work in this process. */
export class ConcurrencyLimiter {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  /** Takes a place for each use, or none at all. Returns the limit that is reached in place of a release. */
  take(uses: readonly ConcurrentUse[]): Release | ConcurrencyLimit {
    const full = uses.find((use) => (this.#counts.get(keyOf(use)) ?? 0) >= use.limit.limit);
    return full ? full.limit : this.#hold(uses);
  }

  /** Waits for places as long as it may, behind those who wait already. Returns `null` when there are none. */
  async takeWithin(milliseconds: number, uses: readonly ConcurrentUse[]): Promise<Release | null> {
    const taken = this.take(uses);
    if (typeof taken === "function") return taken;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        uses,
        grant: (release) => {
          endPatience();
          resolve(release);
        },
      };
      const endPatience = startPatience(milliseconds, () => {
        this.#waiting.delete(waiting);
        resolve(null);
      });
      this.#waiting.add(waiting);
    });
  }

  #hold(uses: readonly ConcurrentUse[]): Release {
    for (const use of uses) this.#add(keyOf(use), 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const use of uses) this.#add(keyOf(use), -1);
      this.#grantWaiting();
    };
  }

  #grantWaiting(): void {
    for (const waiting of this.#waiting) {
      const taken = this.take(waiting.uses);
      if (typeof taken !== "function") continue;
      this.#waiting.delete(waiting);
      waiting.grant(taken);
    }
  }

  #add(key: string, change: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

function keyOf({ limit, key }: ConcurrentUse): string {
  return `${limit.name}:${key}`;
}
