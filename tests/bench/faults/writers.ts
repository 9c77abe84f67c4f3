import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Entry, Ledger } from "./ledger";

const TABLE = "CREATE TABLE IF NOT EXISTS ledger (id bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())";
const PAUSE_MILLISECONDS = 40;
/** Opens a session of a customer's; it says nothing when it is lost, which its next statement does. */
export async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Clients that insert row after row, note each acknowledged commit, and connect anew whenever they lose the server. */
export class Writers {
  readonly #ledger: Ledger;
  readonly #reveal: (entry: Entry) => Promise<string | null>;
  /** The number of databases that are written to at the same time; the newest are. */
  readonly #most: number;
  readonly #running: { entry: Entry; stop: AbortController; ended: Promise<void> }[] = [];
  reconnects = 0;

  constructor(ledger: Ledger, reveal: (entry: Entry) => Promise<string | null>, most = 12) {
    this.#ledger = ledger;
    this.#reveal = reveal;
    this.#most = most;
  }

  start(entry: Entry): void {
    const stop = new AbortController();
    this.#running.push({ entry, stop, ended: this.#write(entry, stop.signal) });
    if (this.#running.length > this.#most) void this.stop(this.#running[0]?.entry);
  }

  /** Resolves when no insert of this database, or of any, is under way. Returns whether there was a writer. */
  async stop(entry?: Entry): Promise<boolean> {
    const stopped = this.#running.filter((one) => entry === undefined || one.entry === entry);
    for (const one of stopped) {
      this.#running.splice(this.#running.indexOf(one), 1);
      one.stop.abort();
    }
    await Promise.all(stopped.map(({ ended }) => ended));
    return stopped.length > 0;
  }

  async #write(entry: Entry, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let client: pg.Client | null = null;
      try {
        const connectionString = entry.connectionString ?? (await this.#reveal(entry));
        if (connectionString === null) throw new Error("the connection string is not to be had");
        client = await connectTo(connectionString);
        await client.query(TABLE);
        await this.#insert(client, entry, signal);
      } catch {
        this.reconnects += 1;
        await delay(PAUSE_MILLISECONDS * 5, undefined, { signal }).catch(() => undefined);
      } finally {
        await client?.end().catch(() => undefined);
      }
    }
  }

  async #insert(client: pg.Client, entry: Entry, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const id = this.#ledger.nextRow();
      await client.query("INSERT INTO ledger (id) VALUES ($1)", [id]);
      entry.rows.add(id);
      await delay(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  }
}
