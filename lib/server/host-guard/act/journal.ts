import type { Logger } from "pino";
import type { SessionRule } from "../observe/snapshot";
import type { GuardSession } from "../session";

/** Beyond this many unwritten events the oldest are in the log alone. */
const MOST_WAITING = 1_000;

export type GuardRule = SessionRule | "database-size" | "volume";

export interface GuardEvent {
  rule: GuardRule;
  act: "ended_session" | "made_read_only" | "closed" | "opened" | "warned";
  databaseId: string | null;
  measured: Record<string, number | string>;
}

/**
 * Logs the guard's actions immediately, and writes them for the control plane as soon as the server can be written to.
 */
export class Journal {
  readonly #log: Logger;
  #waiting: (GuardEvent & { at: Date })[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(event: GuardEvent): void {
    this.#log.warn(event, `host guard: ${event.act.replaceAll("_", " ")}`);
    this.#waiting = [...this.#waiting, { ...event, at: new Date() }].slice(-MOST_WAITING);
  }

  async write(session: GuardSession): Promise<void> {
    if (this.#waiting.length === 0) return;
    const events = this.#waiting;
    const rows = JSON.stringify(events.map(({ databaseId, ...event }) => ({ ...event, database_id: databaseId })));
    await session.query(
      `INSERT INTO host_guard.event (at, rule, act, database_id, measured)
       SELECT at, rule, act, database_id, measured
       FROM jsonb_to_recordset($1::jsonb) AS e(at timestamptz, rule text, act text, database_id text, measured jsonb)`,
      [rows],
    );
    this.#waiting = this.#waiting.filter((event) => !events.includes(event));
  }
}
