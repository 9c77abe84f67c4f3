import type { Release } from "@/lib/core/concurrency";
import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import { SQL_TURNS } from "@/lib/core/rate-limits";

export interface Turn {
  organisationId: string;
  databaseId: string;
  hostId: string;
  /** Names the role and its password. */
  login: string;
  maxOfLogin: number;
}

interface Waiting {
  grant(release: Release): void;
}

/** The requests that wait for one login, in the order in which they came. */
interface Line {
  turn: Turn;
  waiting: Set<Waiting>;
}

/**
 * Bounds how many requests run statements at once in this process, by login, database, organisation and host. A free
 * turn goes to the organisation that has the fewest, so that none waits behind another's flood.
 */
export class SqlTurns {
  readonly #running = new Map<string, number>();
  readonly #waitingOf = new Map<string, number>();
  readonly #lines = new Map<string, Line>();

  /** Resolves when it is the caller's turn. Throws `rate_limited` when too many wait, or it takes too long. */
  async take(turn: Turn): Promise<Release> {
    const isFirst = !this.#lines.has(turn.login);
    if (isFirst && this.#isFree(turn)) return this.#hold(turn);
    if (this.#count(this.#waitingOf, turn.organisationId) >= SQL_TURNS.waitingOfOrganisation) throw tooMany();
    return this.#wait(turn);
  }

  #wait(turn: Turn): Promise<Release> {
    const { login, organisationId } = turn;
    const line = this.#lines.get(login) ?? { turn, waiting: new Set() };
    this.#lines.set(login, line);
    return new Promise((resolve, reject) => {
      const leave = () => {
        endPatience();
        line.waiting.delete(waiting);
        if (line.waiting.size === 0) this.#lines.delete(login);
        this.#add(this.#waitingOf, organisationId, -1);
      };
      const waiting: Waiting = {
        grant: (release) => {
          leave();
          resolve(release);
        },
      };
      const endPatience = startPatience(SQL_TURNS.patienceMilliseconds, () => {
        leave();
        reject(tooMany());
      });
      line.waiting.add(waiting);
      this.#add(this.#waitingOf, organisationId, 1);
    });
  }

  #hold(turn: Turn): Release {
    const keys = [turn.login, turn.databaseId, turn.organisationId, turn.hostId];
    for (const key of keys) this.#add(this.#running, key, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const key of keys) this.#add(this.#running, key, -1);
      this.#grantNext();
    };
  }

  /** One turn has become free, so at most one is granted. */
  #grantNext(): void {
    let next: Line | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const line of this.#lines.values()) {
      const running = this.#count(this.#running, line.turn.organisationId);
      if (running >= fewest || !this.#isFree(line.turn)) continue;
      [next, fewest] = [line, running];
    }
    if (!next) return;
    const [first] = next.waiting;
    // Databases of one organisation take turns too.
    this.#lines.delete(next.turn.login);
    this.#lines.set(next.turn.login, next);
    first?.grant(this.#hold(next.turn));
  }

  #isFree({ login, maxOfLogin, databaseId, organisationId, hostId }: Turn): boolean {
    return (
      this.#count(this.#running, login) < maxOfLogin &&
      this.#count(this.#running, databaseId) < SQL_TURNS.ofDatabase &&
      this.#count(this.#running, organisationId) < SQL_TURNS.ofOrganisation &&
      this.#count(this.#running, hostId) < SQL_TURNS.ofHost
    );
  }

  #count(counts: ReadonlyMap<string, number>, key: string): number {
    return counts.get(key) ?? 0;
  }

  #add(counts: Map<string, number>, key: string, change: 1 | -1): void {
    const count = this.#count(counts, key) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  }
}

function tooMany(): ServiceError {
  return new ServiceError("rate_limited", "Too many statements run at once. Try again in a moment.", {
    retryAfterSeconds: 1,
  });
}
