import type { PaceTime } from "@/lib/server/backups/pace";

/** A time that passes only while something waits for it, and, once it is stopped, not at all. */
export class GivenTime implements PaceTime {
  #now = 0;
  #stopped: { going: Promise<void>; go: () => void } | null = null;

  now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  async wait(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await this.#stopped?.going;
    this.#now = Math.max(this.#now, until);
  }

  stop(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopped = { going: promise, go: resolve };
  }

  goOn(): void {
    this.#stopped?.go();
    this.#stopped = null;
  }
}
