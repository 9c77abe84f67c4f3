import type { Pace } from "../pace";
import type { BackupRepository } from "../repository";
import { type IndexEntry, packIndexEntry } from "./index-entry";

/** A part ends with the entry that reaches it. It is kept in memory until then. */
const PART_BYTES = 8 * 1024 ** 2;

/** Puts the entries of an index in parts. */
export class IndexWriter {
  readonly parts: string[] = [];
  readonly #repository: BackupRepository;
  readonly #nameOf: (number: number) => string;
  readonly #pace: Pace | null;
  #pending: Buffer[] = [];
  #size = 0;

  constructor(
    repository: BackupRepository,
    { nameOf, pace }: { nameOf: (number: number) => string; pace: Pace | null },
  ) {
    this.#repository = repository;
    this.#nameOf = nameOf;
    this.#pace = pace;
  }

  async add(entry: IndexEntry): Promise<void> {
    for (const bytes of packIndexEntry(entry)) {
      this.#pending.push(bytes);
      this.#size += bytes.length;
    }
    if (this.#size >= PART_BYTES) await this.end();
  }

  /** Puts the entries that are left. */
  async end(): Promise<void> {
    if (this.#size === 0) return;
    const name = this.#nameOf(this.parts.length + 1);
    await this.#repository.put(name, all(this.#pending), this.#pace);
    this.parts.push(name);
    this.#pending = [];
    this.#size = 0;
  }
}

async function* all(chunks: readonly Buffer[]): AsyncIterable<Buffer> {
  yield* chunks;
}
