import { escapeIdentifier } from "pg";
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
const PREPARED = "SELECT name, statement FROM pg_catalog.pg_prepared_statements WHERE from_sql";

interface Prepared {
  name: string;
  text: string;
}

/** The part of a run's session that is given to its next one: settings, and prepared statements. */
export class CarriedState {
  /** The names of settings that are the customer's own. */
  readonly #ownSettings = new Set<string>();
  #settings: [string, string][];
  #prepared: Prepared[] = [];
  /**
   * The prepared statements that the present session refused, such as those of a table that is gone. Each has a placeholder
   * there, so that `PREPARE` and `DEALLOCATE` meet its name.
   */
  #refused: Prepared[] = [];

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
    const prepared = await preparedIn(session);
    const refused = this.#refused.filter((one) => hasPlaceholder(prepared, one));
    this.#prepared = [...prepared.filter((one) => one.text !== placeholderOf(one.name)), ...refused];
  }

  async give(session: CustomerSession): Promise<void> {
    for (const setting of this.#settings) await session.query(SET, setting);
    for (const prepared of this.#prepared) await this.#prepare(session, prepared);
  }

  /** Forgets the refusals of the session before. */
  begin(): void {
    this.#refused = [];
  }

  /** Runs a statement of an earlier run again, before `give`. */
  async repeat(session: CustomerSession, { kind, body, text }: ParsedStatement): Promise<void> {
    if (kind === "PrepareStmt") await this.#prepare(session, { name: String(body.name), text });
    else await repeatStatement(session, text);
  }

  /** Prepares a refused statement again. Throws PostgreSQL's error if it is still refused, which ends the run. */
  async readyFor(session: CustomerSession, name: string): Promise<void> {
    const refused = this.#refused.find((one) => one.name === name);
    if (!refused || !hasPlaceholder(await preparedIn(session), refused)) return;
    await session.query(`DEALLOCATE ${escapeIdentifier(name)}`);
    await session.query(refused.text);
    this.#refused = this.#refused.filter((one) => one !== refused);
  }

  async #prepare(session: CustomerSession, prepared: Prepared): Promise<void> {
    if (await repeatStatement(session, prepared.text)) return;
    // A name that is taken already keeps its meaning.
    if (await repeatStatement(session, placeholderOf(prepared.name))) this.#refused.push(prepared);
  }
}

async function preparedIn(session: CustomerSession): Promise<Prepared[]> {
  const { rows } = await session.query(PREPARED);
  return rows.map(([name, text]) => ({ name: name ?? "", text: text ?? "" }));
}

function hasPlaceholder(prepared: readonly Prepared[], { name }: Prepared): boolean {
  return prepared.some((one) => one.name === name && one.text === placeholderOf(name));
}

/** Returns a statement that fails with a reason whenever it is executed. */
function placeholderOf(name: string): string {
  const reason = "A table or function of this prepared statement is gone.";
  return `PREPARE ${escapeIdentifier(name)} AS SELECT CAST('${reason}' OPERATOR(pg_catalog.||) '' AS pg_catalog.int4)`;
}

/**
 * Runs a statement again, and returns whether PostgreSQL still takes it. One that it refuses by now is as good as not
 * run: a statement that depends on it says so.
 */
async function repeatStatement(session: CustomerSession, text: string): Promise<boolean> {
  try {
    await session.query(text);
    return true;
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return false;
  }
}
