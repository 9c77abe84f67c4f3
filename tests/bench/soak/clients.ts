import { setTimeout as delay } from "node:timers/promises";
import { Refused } from "./ask";

const LOOK_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 240_000;

/** Clients at work at the same time, each with one step after the other, until they are stopped. */
export class Clients {
  /** The last step that each has begun, and the last that it has finished without a refusal. */
  readonly #begun = new Map<string, number>();
  readonly #finished = new Map<string, number>();
  /** Steps that ended in something else than a refusal after which a client may try again. */
  readonly wrong: string[] = [];
  readonly #running: Promise<void>[] = [];
  readonly #stop = new AbortController();
  #isResting = false;
  #atWork = 0;

  /** The client pauses so long between two steps. */
  add(name: string, step: () => Promise<unknown>, pauseMilliseconds: number): void {
    this.#begun.set(name, 0);
    this.#finished.set(name, 0);
    this.#running.push(this.#run(name, step, pauseMilliseconds));
  }

  /** Resolves when each client has finished a step that it began after this. */
  async untilAllHaveWorked(): Promise<void> {
    const now = new Map(this.#begun);
    const late = () => [...now].filter(([name, number]) => (this.#finished.get(name) ?? 0) <= number);
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (late().length > 0) {
      if (performance.now() > deadline) throw new Error(`No answers for ${late().map(([name]) => name)}.`);
      await delay(LOOK_MILLISECONDS);
    }
  }

  /** Nothing is asked while `work` goes on. */
  async rest(work: () => Promise<unknown>): Promise<void> {
    this.#isResting = true;
    while (this.#atWork > 0) await delay(LOOK_MILLISECONDS);
    await work();
    this.#isResting = false;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #run(name: string, step: () => Promise<unknown>, pauseMilliseconds: number): Promise<void> {
    const { signal } = this.#stop;
    for (let number = 1; !signal.aborted; number += 1) {
      while (this.#isResting && !signal.aborted) await delay(LOOK_MILLISECONDS);
      this.#begun.set(name, number);
      this.#atWork += 1;
      try {
        await step();
        this.#finished.set(name, number);
      } catch (error) {
        if (!(error instanceof Refused)) this.wrong.push(`${name}: ${String(error)}`);
      }
      this.#atWork -= 1;
      await delay(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  }
}
