import type { Context } from "@/lib/core/context";
import type { RealtimeDatabase } from "../outbox/open";
import { DatabaseFeed, type FeedTimes } from "./database-feed";
import type { ChangeSink, ChangeSubscription, MessageListener, OpenSubscription } from "./subscription";

/**
 * Feeds the changes of customers' databases to the subscribers in this process. A database that nobody follows is not
 * read.
 */
export class ChangeFeed {
  readonly #ctx: Context;
  readonly #times: FeedTimes;
  readonly #feeds = new Map<string, DatabaseFeed>();
  /** Feeds that are being closed, whose database can be read again afterwards. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(ctx: Context, times: FeedTimes = {}) {
    [this.#ctx, this.#times] = [ctx, times];
  }

  /**
   * Subscribes to a table; once it returns, every later commit will be told to `sink`. The caller has checked that the
   * database is the project's, and the caller. Throws `not_found`, `missing_permission`, `invalid_request`,
   * `database_not_ready`, `host_unavailable`, `service_unavailable`.
   */
  async subscribe(asked: ChangeSubscription, sink: ChangeSink): Promise<OpenSubscription> {
    const feed = await this.#open(asked.database);
    try {
      const open = await feed.subscribe(asked, {
        batch: (batch) => sink.batch(batch),
        gap: (reason, cursor) => sink.gap(reason, cursor),
        status: (status) => sink.status(status),
        error: (error) => {
          sink.error(error);
          this.#closeUnused(asked.database.id, feed);
        },
      });
      return {
        ...open,
        close: () => {
          open.close();
          this.#closeUnused(asked.database.id, feed);
        },
      };
    } finally {
      this.#release(asked.database.id, feed);
    }
  }

  /**
   * Hears the messages that customers send by `coppice_realtime.send`, until the returned function is called. Throws
   * the errors that `subscribe` throws.
   */
  async listen(database: RealtimeDatabase, listener: MessageListener): Promise<() => void> {
    const feed = await this.#open(database);
    const stop = feed.listen(listener);
    this.#release(database.id, feed);
    return () => {
      stop();
      this.#closeUnused(database.id, feed);
    };
  }

  async close(): Promise<void> {
    for (const [id, feed] of this.#feeds) this.#close(id, feed);
    for (const closed of [...this.#closing.values()]) await closed;
  }

  async #open(database: RealtimeDatabase): Promise<DatabaseFeed> {
    await this.#closing.get(database.id);
    const feed = this.#feeds.get(database.id) ?? new DatabaseFeed(this.#ctx, database, this.#times);
    this.#feeds.set(database.id, feed);
    // Nobody closes a feed that somebody is about to use.
    feed.awaited += 1;
    try {
      await feed.start();
      return feed;
    } catch (error) {
      this.#close(database.id, feed);
      throw error;
    }
  }

  #release(id: string, feed: DatabaseFeed): void {
    feed.awaited -= 1;
    this.#closeUnused(id, feed);
  }

  #closeUnused(id: string, feed: DatabaseFeed): void {
    if (!feed.isUsed) this.#close(id, feed);
  }

  #close(id: string, feed: DatabaseFeed): void {
    if (this.#feeds.get(id) !== feed) return;
    this.#feeds.delete(id);
    const closed = feed.close().finally(() => {
      if (this.#closing.get(id) === closed) this.#closing.delete(id);
    });
    this.#closing.set(id, closed);
  }
}
