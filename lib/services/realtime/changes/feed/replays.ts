import type { RecordedTransaction } from "../reader/poll";
import { type Position, snapshotThrough } from "../reader/position";
import type { OutboxReader } from "../reader/reader";

/** A transaction that was missed, and the cursor that a client goes on from once it has been told of it. */
export type ReplayedTransaction = RecordedTransaction & { cursor: string };

interface Asked {
  since: Position;
  until: Position;
  /** Returns the cursor of a snapshot in between. */
  cursorAt(snapshot: string): string;
  /** The cursor of `until`. */
  last(): string;
}

/**
 * The changes that clients of another process have missed, read from the outbox. The clients of a process that was
 * killed come back at once and have missed the same, which is read for all of them together.
 */
export class Replays {
  readonly #reader: OutboxReader;
  readonly #reading = new Map<string, Promise<ReplayedTransaction[] | null>>();

  constructor(reader: OutboxReader) {
    this.#reader = reader;
  }

  /** Returns `null` where it cannot be told any more. */
  read(asked: Asked): Promise<ReplayedTransaction[] | null> {
    const { since, until } = asked;
    const key = JSON.stringify([since.place, since.snapshot, until.snapshot]);
    const reading = this.#reading.get(key) ?? this.#read(asked).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read({ since, until, cursorAt, last }: Asked): Promise<ReplayedTransaction[] | null> {
    const found = await this.#reader.readSince(since, until).catch(() => null);
    if (!found) return null;
    return found.map((one, index) => {
      const isLast = index === found.length - 1;
      return { ...one, cursor: isLast ? last() : cursorAt(snapshotThrough(since.snapshot, until.snapshot, one.xid)) };
    });
  }
}
