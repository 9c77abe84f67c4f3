import type { Logger } from "pino";
import type { DatabaseClient } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { DelayedWrites } from "@/lib/core/delayed-writes";

/** Each table has the columns `last_used_at` and `last_used_address`. */
type KeyTable = "management_key" | "project_key" | "admin_key" | "scim_token";

interface KeyUse {
  at: Date;
  address: string | null;
}

/**
 * Notes in memory the time and the address of each key's last use, and writes that in one statement every few seconds,
 * so that no request waits for it. A crash loses at most one interval.
 */
export class KeyUseRecorder {
  readonly #db: DatabaseClient;
  readonly #log: Logger;
  readonly #table: Prisma.Sql;
  readonly #writes: DelayedWrites;
  #uses = new Map<string, KeyUse>();

  constructor(db: DatabaseClient, log: Logger, table: KeyTable, intervalMs = 5_000) {
    this.#db = db;
    this.#log = log;
    this.#table = Prisma.raw(table);
    this.#writes = new DelayedWrites(intervalMs, () => this.#write());
  }

  record(keyId: string, at: Date, address: string | null): void {
    this.#uses.set(keyId, { at, address });
    this.#writes.soon();
  }

  /** Logs a failure and keeps the notes for the next time. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  async #write(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#update([...uses]);
    } catch (error) {
      this.#log.warn({ err: error, keys: uses.size }, "could not write when keys were last used");
      for (const [id, use] of uses) {
        if (!this.#uses.has(id)) this.record(id, use.at, use.address);
      }
    }
  }

  /** Locks the rows in the order of their ids, so that two processes that write at once cannot deadlock. */
  async #update(uses: [string, KeyUse][]): Promise<void> {
    const ids = uses.map(([id]) => id);
    const times = uses.map(([, use]) => use.at.toISOString());
    const addresses = uses.map(([, use]) => use.address);
    await this.#db.$executeRaw`
      with used as materialized (
        select k.id, u.at, u.address
        from ${this.#table} k
        join unnest(${ids}::text[], ${times}::timestamptz[], ${addresses}::text[]) as u (id, at, address) on u.id = k.id
        where k.last_used_at is null or k.last_used_at <= u.at
        order by k.id
        for no key update of k
      )
      update ${this.#table} k set last_used_at = used.at, last_used_address = used.address
      from used where used.id = k.id`;
  }
}
