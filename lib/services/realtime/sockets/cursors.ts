import { SealError, type SecretSealer } from "@/lib/core/crypto/seal";
import type { TopicPosition } from "@/lib/core/ports/topic-log";

/** Cursors that clients hold: sealed, and of no use for another topic. */
export class TopicCursors {
  readonly #sealer: SecretSealer;

  constructor(sealer: SecretSealer) {
    this.#sealer = sealer;
  }

  seal(topicId: string, { epoch, number }: TopicPosition): string {
    return this.#sealer.seal(`${epoch} ${number}`, placeOf(topicId));
  }

  /** Returns `null` for a text that is no cursor of this topic. */
  open(topicId: string, cursor: string): TopicPosition | null {
    try {
      const [epoch = "", number] = this.#sealer.open(cursor, placeOf(topicId)).split(" ");
      return { epoch, number: Number(number) };
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }
}

function placeOf(topicId: string) {
  return { table: "realtime_topic", column: "cursor", rowId: topicId };
}
