import { startPatience } from "@/lib/core/patience";

/** Makes those who want a database's lock wait here, so that one of them at most holds a connection to ask for it. */
export class LockTurns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Returns a function that ends the turn, when all before have ended theirs, or `null` after `waitMs`. A caller that
   * takes several must take them in one order.
   */
  async take(id: string, waitMs: number): Promise<(() => void) | null> {
    const before = this.#last.get(id);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const last = before === undefined ? ended : before.then(() => ended);
    this.#last.set(id, last);
    void last.then(() => this.#last.get(id) === last && this.#last.delete(id));
    if (before === undefined || (await isReached(before, waitMs))) return end;
    end();
    return null;
  }
}

async function isReached(turn: Promise<void>, waitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const endPatience = startPatience(waitMs, () => resolve(false));
  const isFirst = await Promise.race([turn.then(() => true), late]);
  endPatience();
  return isFirst;
}
