import PQueue from "p-queue";
import { escapeIdentifier } from "pg";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { endUserRoleOf } from "@/lib/core/ids";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { openOutboxSession, type RealtimeDatabase, SESSION_NAMES } from "../outbox/open";

/** A policy that takes longer fails. */
const POLICY_TIMEOUT_MS = 1_000;
/** A slow policy holds up one of them. */
const SESSIONS = 3;

/** Who subscribes: a user of the project's app, by a token, or somebody with its public key. */
export interface Subscriber {
  userId: string | null;
  claims: Readonly<Record<string, unknown>>;
}

interface Question {
  table: { schema: string; name: string };
  expression: string;
  subscriber: Subscriber;
  /** Recorded rows, as JSON. */
  rows: readonly string[];
}

/** Asks a database for which recorded rows the policies of a table hold, in sessions of its own. */
export class PolicyJudge {
  readonly #ctx: Context;
  readonly #database: RealtimeDatabase;
  readonly #turns = new PQueue({ concurrency: SESSIONS });
  #idle: CustomerSession[] = [];
  #isClosed = false;

  constructor(ctx: Context, database: RealtimeDatabase) {
    [this.#ctx, this.#database] = [ctx, database];
  }

  /**
   * Returns for each row whether the user sees it. Throws `sql_error` where the policy fails or takes too long, and what
   * opening a session throws.
   */
  async ask(question: Question): Promise<boolean[]> {
    return this.#turns.add(async () => {
      const session = this.#idle.pop() ?? (await this.#open());
      try {
        const sees = await askIn(session, endUserRoleOf(this.#database.id), question);
        if (this.#isClosed) await session.close();
        else this.#idle.push(session);
        return sees;
      } catch (error) {
        await session.close();
        throw asFailure(error);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const session of this.#idle.splice(0)) await session.close();
  }

  #open(): Promise<CustomerSession> {
    const options = { applicationName: SESSION_NAMES.policies, statementTimeoutMs: POLICY_TIMEOUT_MS };
    return openOutboxSession(this.#ctx, this.#database, options);
  }
}

/** Nothing that a policy does outlasts the transaction: it can change neither data nor the next user's question. */
async function askIn(session: CustomerSession, role: string, question: Question): Promise<boolean[]> {
  const { table, expression, subscriber, rows } = question;
  await session.query("BEGIN READ ONLY");
  await session.query(
    "SELECT set_config('coppice.user_id', $1, true), set_config('coppice.claims', $2, true), set_config('role', $3, true)",
    [subscriber.userId ?? "", subscriber.userId === null ? "" : JSON.stringify(subscriber.claims), role],
  );
  // The alias is what the expression calls the table; the other names are none that it could mean.
  const seen = await session.query(
    `SELECT "coppice place"::int
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS "coppice rows" ("coppice row", "coppice place"),
       LATERAL jsonb_populate_record(NULL::${quoteTable(table)}, "coppice row") AS ${escapeIdentifier(table.name)}
     WHERE ${expression}`,
    [`[${rows.join(",")}]`],
  );
  await session.query("ROLLBACK");
  const places = new Set(seen.rows.map(([place]) => Number(place)));
  return rows.map((_, index) => places.has(index + 1));
}

/** The text of PostgreSQL is the customer's affair, and not told to users. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof StatementError)) return error;
  return new ServiceError("sql_error", "A policy of the table failed.", { cause: error });
}
