import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 150;

/** Writers of numbers, one after the other, that go on through all failures, until they are stopped. */
export class NumberedWriters {
  /** The numbers that were surely written, by writer. */
  readonly written = new Map<string, number[]>();
  /** The last number that each has tried to write. */
  readonly begun = new Map<string, number>();
  /** The number of failures of each. */
  readonly failures = new Map<string, number>();
  readonly #running: Promise<void>[] = [];
  #hasStopped = false;

  add(writer: string, write: (number: number) => Promise<unknown>): void {
    this.written.set(writer, []);
    this.#running.push(this.#run(writer, write));
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    await Promise.all(this.#running);
  }

  async #run(writer: string, write: (number: number) => Promise<unknown>): Promise<void> {
    for (let number = 1; !this.#hasStopped; number += 1) {
      this.begun.set(writer, number);
      // A write that fails may have been done nevertheless.
      await write(number).then(
        () => this.written.get(writer)?.push(number),
        () => this.failures.set(writer, (this.failures.get(writer) ?? 0) + 1),
      );
      await sleep(PAUSE_MS);
    }
  }
}

/** Runs work with something that is opened when it is needed, and anew when it has failed. */
export function lasting<T>(open: () => Promise<T>, close: (opened: T) => unknown) {
  let opened: T | null = null;
  return async (work: (opened: T) => Promise<unknown>) => {
    try {
      opened ??= await open();
      await work(opened);
    } catch (error) {
      if (opened) close(opened);
      opened = null;
      throw error;
    }
  };
}
