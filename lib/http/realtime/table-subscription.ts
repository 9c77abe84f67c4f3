import type { ServiceError } from "@/lib/core/errors";
import type { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ChangeSubscription, OpenSubscription } from "@/lib/services/realtime/changes/feed/subscription";
import type { Change } from "@/lib/services/realtime/changes/sight/change";
import { encodeChange } from "@/lib/services/realtime/sockets/encode-change";
import type { OpenProject } from "@/lib/services/realtime/sockets/open-project";
import type { SocketWriter } from "./socket-writer";

interface Parts {
  subscriptionId: string;
  feed: ChangeFeed;
  writer: SocketWriter;
  project: OpenProject;
  /** The subscription has ended. */
  onError(error: ServiceError): void;
}

/** What a socket hears of one table. */
export class TableSubscription {
  readonly #parts: Parts;
  #asked: ChangeSubscription;
  /** `null` while the client reads too slowly: what it misses is found again by the cursor. */
  #open: OpenSubscription | null = null;
  #cursor = "";
  #hasEnded = false;
  #isOpening = false;

  constructor(parts: Parts, asked: ChangeSubscription) {
    [this.#parts, this.#asked] = [parts, asked];
  }

  /** Begins, and tells the client where. Throws what `ChangeFeed.subscribe` throws. */
  async begin(): Promise<void> {
    const { writer, subscriptionId } = this.#parts;
    const { since } = this.#asked;
    const { cursor, isResumed } = await this.#subscribe();
    // What is missed follows, so a client that is cut off before it has that goes on from where it was.
    this.#cursor = isResumed && since !== undefined ? since : cursor;
    writer.send({ type: "subscribed", subscriptionId, cursor: this.#cursor, resumed: isResumed });
  }

  /** The user has a new token, whose claims decide from now on. */
  changeReader(who: ChangeSubscription["who"]): void {
    this.#asked = { ...this.#asked, who };
    this.#pause();
    this.catchUp();
  }

  /** The client has room again: it gets what it has missed, or is told that something is missing. */
  catchUp(): void {
    if (this.#open || this.#isOpening || this.#hasEnded) return;
    this.#asked = { ...this.#asked, since: this.#cursor };
    this.#subscribe().catch((error: ServiceError) => this.#fail(error));
  }

  end(): void {
    this.#hasEnded = true;
    this.#pause();
  }

  async #subscribe(): Promise<OpenSubscription> {
    this.#isOpening = true;
    const asked = this.#asked;
    try {
      const open = await this.#parts.feed.subscribe(asked, {
        batch: ({ cursor, changes }) => this.#tell(cursor, changes),
        gap: (reason, cursor) => this.#tellGap(reason, cursor),
        error: (error) => this.#fail(error),
        // What is missing once the database can be read again is told by a gap.
        status: () => undefined,
      });
      this.#open = open;
      if (this.#hasEnded || asked.who !== this.#asked.who) this.#pause();
      return open;
    } finally {
      this.#isOpening = false;
      // The user may have got another token meanwhile.
      if (asked.who !== this.#asked.who) this.catchUp();
    }
  }

  #pause(): void {
    this.#open?.close();
    this.#open = null;
  }

  /** The cursor moves with the last change of a transaction, so that no half of one is gone on from. */
  #tell(cursor: string, changes: readonly Change[]): void {
    const { writer, subscriptionId, project } = this.#parts;
    if (writer.isFull) {
      this.#pause();
      return;
    }
    for (const [index, change] of changes.entries()) {
      if (index === changes.length - 1) this.#cursor = cursor;
      writer.write(encodeChange(subscriptionId, this.#cursor, change));
    }
    project.noteDelivered(changes.length);
  }

  #tellGap(reason: string, cursor: string): void {
    const { writer, subscriptionId } = this.#parts;
    if (writer.isFull) {
      this.#pause();
      return;
    }
    this.#cursor = cursor;
    writer.send({ type: "gap", subscriptionId, cursor, reason });
  }

  #fail(error: ServiceError): void {
    if (this.#hasEnded) return;
    this.end();
    this.#parts.onError(error);
  }
}
