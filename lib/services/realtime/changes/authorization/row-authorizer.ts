import PQueue from "p-queue";
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { endUserRoleOf } from "@/lib/core/ids";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { openOutboxSession, type RealtimeDatabase, SESSION_NAMES } from "../outbox/open";
import { SHAPE } from "../outbox/shape";

/** A policy that takes longer fails. */
const POLICY_TIMEOUT_MS = 1_000;
/** A slow policy holds up one of them. */
const SESSIONS = 3;
/** A session that has prepared so many statements is replaced by a new one. */
const MAX_PREPARED = 100;

/** The subscriber: a user of the project's app, by a token, or someone with its public key. */
export interface Subscriber {
  userId: string | null;
  claims: Readonly<Record<string, unknown>>;
}

interface Question {
  table: { schema: string; name: string; shape: string };
  expression: string;
  subscriber: Subscriber;
  /** Recorded rows, as PostgreSQL reads them. */
  records: readonly string[];
}

/** A session, and the statements that it has prepared, by their question and the shape of the table. */
interface Asked {
  session: CustomerSession;
  prepared: Map<string, string>;
}

/** Asks a database for which recorded rows the policies of a table hold, in sessions of its own. */
export class RowAuthorizer {
  readonly #ctx: Context;
  readonly #database: RealtimeDatabase;
  readonly #turns = new PQueue({ concurrency: SESSIONS });
  #idle: Asked[] = [];
  readonly #timeoutMs: number;
  #isClosed = false;

  constructor(ctx: Context, database: RealtimeDatabase, timeoutMs = POLICY_TIMEOUT_MS) {
    [this.#ctx, this.#database, this.#timeoutMs] = [ctx, database, timeoutMs];
  }

  /**
   * Returns for each row whether the user sees it; `null` where the table is no longer of the shape that its rows were
   * recorded with, so that the answers may be about other columns. Throws `sql_error` where the policy fails or takes
   * too long, and the errors that opening a session throws.
   */
  async check(question: Question): Promise<boolean[] | null> {
    return this.#turns.add(async () => {
      const asked = this.#idle.pop() ?? (await this.#open());
      try {
        const sees = await checkIn(asked, endUserRoleOf(this.#database.id), question);
        const isWorn = this.#isClosed || asked.prepared.size >= MAX_PREPARED;
        if (isWorn) await asked.session.close();
        else this.#idle.push(asked);
        return sees;
      } catch (error) {
        await asked.session.close();
        throw asFailure(error);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { session } of this.#idle.splice(0)) await session.close();
  }

  async #open(): Promise<Asked> {
    const options = { applicationName: SESSION_NAMES.policies, statementTimeoutMs: this.#timeoutMs, pipelines: true };
    const session = await openOutboxSession(this.#ctx, this.#database, options);
    // A function that is wrongly called immutable would become one user's answer in a plan that others share.
    await session.query("SET plan_cache_mode = force_custom_plan");
    return { session, prepared: new Map() };
  }
}

/**
 * Nothing that a policy does outlasts the transaction: it can change neither data nor the next user's question. All is
 * sent at once; where a statement fails, so do those behind it.
 */
async function checkIn({ session, prepared }: Asked, role: string, question: Question): Promise<boolean[] | null> {
  const { subscriber, records, table } = question;
  const text = statementFor(question);
  const key = `${table.shape} ${text}`;
  const isNew = !prepared.has(key);
  const name = prepared.get(key) ?? `coppice_policy_${prepared.size}`;
  prepared.set(key, name);
  const [, , , seen, , shape] = await Promise.all([
    session.query("BEGIN READ ONLY"),
    session.query(
      "SELECT set_config('coppice.user_id', $1, true), set_config('coppice.claims', $2, true), set_config('role', $3, true)",
      [subscriber.userId ?? "", subscriber.userId === null ? "" : JSON.stringify(subscriber.claims), role],
    ),
    isNew && session.query(`PREPARE ${name} (json) AS ${text}`),
    session.query(`EXECUTE ${name} (${escapeLiteral(JSON.stringify(records))})`),
    session.query("ROLLBACK"),
    session.query(
      `SELECT ${SHAPE}::text FROM coppice_realtime.published WHERE relation = to_regclass(${escapeLiteral(quoteTable(table))})`,
    ),
  ]);
  if (shape.rows[0]?.[0] !== table.shape) return null;
  const places = new Set<number>(JSON.parse(seen.rows[0]?.[0] ?? "[]"));
  return records.map((_, index) => places.has(index + 1));
}

/** The alias is the expression's name for the table; the other names are none that it could mean. */
function statementFor({ table, expression }: Question): string {
  return `SELECT json_agg("coppice place")::text
    FROM json_array_elements_text($1) WITH ORDINALITY AS "coppice rows" ("coppice row", "coppice place"),
      LATERAL CAST("coppice row" AS ${quoteTable(table)}) AS ${escapeIdentifier(table.name)}
    WHERE ${expression}`;
}

/** The text of PostgreSQL is the customer's affair, and not told to users. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof StatementError)) return error;
  return new ServiceError("sql_error", "A policy of the table failed.", { cause: error });
}
