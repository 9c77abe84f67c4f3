import type { ServiceError } from "@/lib/core/errors";
import type { Change } from "@/lib/services/realtime/changes/authorization/change";
import type { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ChangeSubscription, OpenSubscription } from "@/lib/services/realtime/changes/feed/subscription";
import { encodeChange } from "@/lib/services/realtime/sockets/encode-change";
import type { OpenProject } from "@/lib/services/realtime/sockets/open-project";
import type { KeptPosition, KeptTablePosition } from "@/lib/services/realtime/sockets/resumable-sockets";
import type { SocketWriter } from "./socket-writer";

interface Parts {
  subscriptionId: string;
  feed: ChangeFeed;
  writer: SocketWriter;
  project: OpenProject;
  /** The subscription has ended. */
  onError(error: ServiceError): void;
}

/** The start of a subscription without a cursor; `isLost` says that changes before it may be missing. */
interface Beginning {
  kept: KeptPosition | undefined;
  /** The client goes on from another socket. */
  isLost: boolean;
}

/** A transaction that is being written, as fast as the client reads. */
interface Writing {
  cursor: string;
  changes: readonly Change[];
  written: number;
}

/** A socket's subscription to one table. */
export class TableSubscription {
  readonly #parts: Parts;
  #asked: ChangeSubscription;
  /** `null` while the client reads too slowly: the changes it misses are found again by the cursor. */
  #open: OpenSubscription | null = null;
  #cursor = "";
  #writing: Writing | null = null;
  /** The cursor that the client has surely got, and the cursor that it will have when it answers the next ping. */
  #confirmed = "";
  #pinged = "";
  #hasEnded = false;
  #isOpening = false;

  constructor(parts: Parts, asked: ChangeSubscription) {
    [this.#parts, this.#asked] = [parts, asked];
  }

  get kept(): KeptTablePosition {
    return { table: this.#asked.table, cursor: this.#confirmed };
  }

  /** Begins, and tells the client where. Throws the errors of `ChangeFeed.subscribe`. */
  async begin({ kept, isLost }: Beginning): Promise<void> {
    const { writer, subscriptionId } = this.#parts;
    const isOfTable = kept !== undefined && "table" in kept && kept.table === this.#asked.table;
    if (isOfTable && this.#asked.since === undefined) this.#asked = { ...this.#asked, since: kept.cursor };
    const { since } = this.#asked;
    const { cursor, isResumed } = await this.#subscribe();
    // Missed changes follow, so a client that is cut off before it has them goes on from its last cursor.
    this.#cursor = isResumed && since !== undefined ? since : cursor;
    this.#confirmed = this.#cursor;
    this.#pinged = this.#cursor;
    writer.send({ type: "subscribed", subscriptionId, cursor: this.#cursor, resumed: isResumed });
    // A cursor that can't be gone on from has its gap from the feed.
    if (isLost && since === undefined) this.#tellGap("expired", cursor);
  }

  /** The user has a new token, whose claims decide from now on. */
  changeReader(who: ChangeSubscription["who"]): void {
    this.#asked = { ...this.#asked, who };
    this.#writing = null;
    this.#pause();
    this.catchUp();
  }

  /** The client has room again: it gets the changes it has missed, or is told that something is missing. */
  catchUp(): void {
    if (this.#hasEnded) return;
    this.#writeOn();
    if (this.#open || this.#isOpening || this.#writing) return;
    this.#asked = { ...this.#asked, since: this.#cursor };
    this.#subscribe().catch((error: ServiceError) => this.#fail(error));
  }

  notePing(): void {
    this.#pinged = this.#cursor;
  }

  notePong(): void {
    this.#confirmed = this.#pinged;
  }

  end(): void {
    this.#hasEnded = true;
    this.#writing = null;
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
        // Changes missed until the database can be read again are told by a gap.
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

  #tell(cursor: string, changes: readonly Change[]): void {
    if (this.#writing || this.#parts.writer.isFull) {
      this.#pause();
      return;
    }
    this.#writing = { cursor, changes, written: 0 };
    this.#writeOn();
  }

  /**
   * Writes as much as there is room for. The rest of the transaction waits here, and those after it in the feed. The
   * cursor moves with the last change of a transaction, so that no half of one is gone on from.
   */
  #writeOn(): void {
    const { writer, subscriptionId, project } = this.#parts;
    const writing = this.#writing;
    if (!writing) return;
    const before = writing.written;
    while (writing.written < writing.changes.length && !writer.isFull) {
      const change = writing.changes[writing.written] as Change;
      writing.written += 1;
      if (writing.written === writing.changes.length) this.#cursor = writing.cursor;
      writer.write(encodeChange(subscriptionId, this.#cursor, change));
    }
    project.noteDelivered(writing.written - before);
    if (writing.written === writing.changes.length) this.#writing = null;
    else this.#pause();
  }

  #tellGap(reason: string, cursor: string): void {
    const { writer, subscriptionId } = this.#parts;
    if (this.#writing || writer.isFull) {
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
