import type { KeptBytes } from "./kept-bytes";

/** The time for which a topic's messages are kept, and their number. */
export const KEPT_MS = 120_000;
export const MAX_KEPT = 1_000;
const MAX_BYTES = 1024 ** 2;

export interface KeptMessage {
  number: number;
  /** The JSON of its frame behind the subscription's id. */
  rest: string;
}

interface Entry extends KeptMessage {
  at: number;
}

/** The last messages of a topic, oldest first. */
export class MessageBuffer {
  readonly #projectId: string;
  readonly #kept: KeptBytes;
  #entries: Entry[] = [];
  #bytes = 0;
  #last = 0;

  constructor(projectId: string, kept: KeptBytes) {
    this.#projectId = projectId;
    this.#kept = kept;
  }

  /** The number of the newest message, 0 before the first. */
  get last(): number {
    return this.#last;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Keeps the message, in place of older ones where there is no room for both. */
  add({ number, rest }: KeptMessage): void {
    this.#last = number;
    this.expire();
    const bytes = sizeOf(rest);
    while (!this.isEmpty && !this.#hasRoom(bytes)) this.#drop(1);
    if (!this.#hasRoom(bytes)) return;
    this.#entries.push({ number, rest, at: performance.now() });
    this.#count(bytes);
  }

  /** Everything up to this number is missing, or not known any more. */
  restart(number: number): void {
    this.clear();
    this.#last = number;
  }

  /** Returns whether every message behind this number is kept. */
  hasAllAfter(number: number): boolean {
    this.expire();
    const first = this.#entries[0]?.number ?? this.#last + 1;
    return number <= this.#last && number + 1 >= first;
  }

  /** Returns the kept message behind this number. */
  after(number: number): KeptMessage | undefined {
    const [first] = this.#entries;
    return first && this.#entries[number + 1 - first.number];
  }

  /** Drops messages that are too old. */
  expire(): void {
    const oldest = performance.now() - KEPT_MS;
    const kept = this.#entries.findIndex(({ at }) => at >= oldest);
    this.#drop(kept === -1 ? this.#entries.length : kept);
  }

  clear(): void {
    this.#drop(this.#entries.length);
  }

  #hasRoom(bytes: number): boolean {
    const fits = this.#entries.length < MAX_KEPT && this.#bytes + bytes <= MAX_BYTES;
    return fits && this.#kept.hasRoom(this.#projectId, bytes);
  }

  #drop(count: number): void {
    if (count === 0) return;
    for (const { rest } of this.#entries.splice(0, count)) this.#count(-sizeOf(rest));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#kept.add(this.#projectId, bytes);
  }
}

/** A character takes up to two bytes in memory. */
function sizeOf(text: string): number {
  return text.length * 2;
}
