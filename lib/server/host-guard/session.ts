import pg from "pg";
import { LimitedClient } from "@/lib/core/db/limited-client";

/** A healthy cluster answers a statement of the guard within a few milliseconds. */
const ANSWER_WITHIN_MILLISECONDS = 3_000;
const PINNED =
  "-c search_path=pg_catalog,pg_temp -c local_preload_libraries= -c statement_timeout=0 -c lock_timeout=1s";

export interface GuardSessionOptions {
  socketDirectory: string;
  port: number;
  /** A superuser that this process may be by peer authentication. */
  superuser: string;
}

/**
 * The guard's one session, in the maintenance database. It is opened early and kept, because nobody can sign in while
 * the lock table is full.
 */
export class GuardSession {
  readonly #options: GuardSessionOptions;
  #client: pg.Client | null = null;

  constructor(options: GuardSessionOptions) {
    this.#options = options;
  }

  /** Runs one statement, signing in first where there is no session. Throws the errors of the server or the driver. */
  async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const client = await this.#connected();
    try {
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // After an answer of the server the session goes on; without one its state is unknown.
      if (!(error instanceof pg.DatabaseError)) this.#drop(client);
      throw error;
    }
  }

  /** Runs the statements in one transaction, which is rolled back when one fails. */
  async transaction(statements: readonly { text: string; values?: unknown[] }[]): Promise<void> {
    await this.query("BEGIN");
    try {
      for (const { text, values } of statements) await this.query(text, values);
      await this.query("COMMIT");
    } catch (error) {
      await this.query("ROLLBACK").catch(() => this.close());
      throw error;
    }
  }

  /** Gives work the session itself, such as the statements that make the guard's tables. */
  async withClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
    await work(await this.#connected());
  }

  close(): void {
    if (this.#client) this.#drop(this.#client);
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const { socketDirectory, port, superuser } = this.#options;
    const client = new LimitedClient({
      ...{ host: socketDirectory, port, user: superuser, database: "postgres", options: PINNED },
      application_name: "coppice host guard",
      connectWithinMs: ANSWER_WITHIN_MILLISECONDS,
      answerWithinMs: ANSWER_WITHIN_MILLISECONDS,
    });
    client.on("error", () => this.#drop(client));
    try {
      await client.connect();
    } catch (error) {
      this.#drop(client);
      throw error;
    }
    this.#client = client;
    return client;
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    client.end().catch(() => undefined);
  }
}
