import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { arrayLiteral } from "@/lib/sql/customer-session/quoting";
import type { ParsedStatement } from "../grammar/parse";
import { ownSettings } from "../grammar/session-state";

const SET = "SELECT pg_catalog.set_config($1, $2, false)";
/** The settings of the session. The customer's own are asked for by their names: no view has them. */
const SETTINGS = `
  SELECT name, setting FROM pg_catalog.pg_settings WHERE source OPERATOR(pg_catalog.=) 'session'
  UNION SELECT name, setting FROM pg_catalog.unnest($1::pg_catalog.text[]) AS name,
    pg_catalog.current_setting(name, true) AS setting WHERE setting IS NOT NULL`;
const PREPARED = "SELECT statement FROM pg_catalog.pg_prepared_statements WHERE from_sql";

/** The part of a run's session that is given to its next one: settings, and prepared statements. */
export class CarriedState {
  /** The names of settings that are the customer's own. */
  readonly #ownSettings = new Set<string>();
  #settings: [string, string][];
  #prepared: string[] = [];
  /** The prepared statements that the present session refused, such as those of a table that is gone. */
  #refused: string[] = [];

  constructor(settings: [string, string][]) {
    this.#settings = settings;
    for (const [name] of settings) if (name.includes(".")) this.#ownSettings.add(name);
  }

  /** The settings that are not the database's own, with their values. */
  get settings(): readonly [string, string][] {
    return this.#settings;
  }

  /** Notes the settings that a statement names. */
  note(statement: ParsedStatement): void {
    for (const name of ownSettings(statement)) this.#ownSettings.add(name);
  }

  async read(session: CustomerSession): Promise<void> {
    const settings = await session.query(SETTINGS, [arrayLiteral([...this.#ownSettings])]);
    this.#settings = settings.rows.map(([name, setting]) => [name ?? "", setting ?? ""]);
    const prepared = await session.query(PREPARED);
    this.#prepared = [...prepared.rows.map(([text]) => text ?? ""), ...this.#refused];
  }

  async give(session: CustomerSession): Promise<void> {
    for (const setting of this.#settings) await session.query(SET, setting);
    this.#refused = await refusedOf(session, this.#prepared);
  }

  /** Prepares again the statements that the session has refused so far. */
  async prepareAgain(session: CustomerSession): Promise<void> {
    this.#refused = await refusedOf(session, this.#refused);
  }
}

async function refusedOf(session: CustomerSession, texts: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const text of texts) if (!(await repeatStatement(session, text))) refused.push(text);
  return refused;
}

/**
 * Runs a statement again, and returns whether PostgreSQL still takes it. One that it refuses by now is as good as not
 * run: a statement that depends on it says so.
 */
export async function repeatStatement(session: CustomerSession, text: string): Promise<boolean> {
  try {
    await session.query(text);
    return true;
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return false;
  }
}
