import type { CustomerProcess } from "./observe/processes";

/** Counts the bytes that the sessions of each database have written between two looks, by the kernel's counters. */
export class WriteRates {
  #before = new Map<number, number>();
  #written = new Map<string, number>();

  see(processes: readonly CustomerProcess[]): void {
    this.#written = new Map();
    for (const { pid, databaseId, writtenBytes } of processes) {
      const bytes = writtenBytes - (this.#before.get(pid) ?? 0);
      this.#written.set(databaseId, (this.#written.get(databaseId) ?? 0) + bytes);
    }
    this.#before = new Map(processes.map(({ pid, writtenBytes }) => [pid, writtenBytes]));
  }

  /** Returns the database that wrote most since the last look, or `null` when none wrote. */
  greatest(): { databaseId: string; bytes: number } | null {
    const [first] = [...this.#written].sort(([, a], [, b]) => b - a);
    return first && first[1] > 0 ? { databaseId: first[0], bytes: first[1] } : null;
  }
}
