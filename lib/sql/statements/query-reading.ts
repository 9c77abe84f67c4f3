import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { arrayLiteral } from "@/lib/sql/customer-session/quoting";
import { type Counters, countedSince } from "@/lib/sql/data-changes/counters";
import { requireNone } from "@/lib/sql/data-changes/require-only";
import { callsWithin } from "../grammar/calls";
import type { ParsedStatement } from "../grammar/parse";
import { type Execution, runToEnd } from "./execution";
import { auditExecution } from "./record-execution";

/** The work of the open transaction, and of those before it that the server has not counted yet. */
interface Written {
  /** Without a number of its own, a transaction has changed no row of any table. */
  hasNumber: boolean;
  counters: Counters;
  sequenceReads: number;
}

/** In one round trip and under any search path, since every query of a member is preceded and followed by it. */
const READ_WRITTEN = `
SELECT pg_catalog.pg_current_xact_id_if_assigned(),
  (SELECT pg_catalog.sum(pg_catalog.pg_stat_get_xact_blocks_fetched(oid)) FROM pg_catalog.pg_class
   WHERE relkind OPERATOR(pg_catalog.=) 'S' AND relpersistence OPERATOR(pg_catalog.<>) 't'),
  (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(oid::pg_catalog.text, i, u, d)) FROM (
     SELECT oid, pg_catalog.pg_stat_get_xact_tuples_inserted(oid) AS i,
       pg_catalog.pg_stat_get_xact_tuples_updated(oid) AS u, pg_catalog.pg_stat_get_xact_tuples_deleted(oid) AS d
     FROM pg_catalog.pg_class
     WHERE relkind OPERATOR(pg_catalog.=) ANY ('{r,m}') AND relpersistence OPERATOR(pg_catalog.<>) 't') AS counted
   WHERE i OPERATOR(pg_catalog.<>) 0 OR u OPERATOR(pg_catalog.<>) 0 OR d OPERATOR(pg_catalog.<>) 0)`;

/** Thrown where a query wrote something before its result was cut off. The open transaction must be rolled back. */
export class CutOffWriteError extends Error {
  override readonly name = "CutOffWriteError";
}

/** Volatile, and yet nothing is left undone where they are not called for rows beyond the limits. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...["random", "random_normal", "clock_timestamp", "timeofday", "gen_random_uuid", "uuidv4", "uuidv7"],
  ...["pg_sleep", "pg_sleep_for", "pg_sleep_until"],
]);

/** Returns whether rows of a query may do something when they are read, so that all of them have to be. */
export async function hasToEnd(session: CustomerSession, statement: ParsedStatement): Promise<boolean> {
  const { isKnown, functions } = callsWithin(statement);
  if (!isKnown) return true;
  const named = functions.filter((name) => !HARMLESS.has(name));
  if (named.length === 0) return false;
  const { rows } = await session.query(
    `SELECT 1 FROM pg_catalog.pg_proc WHERE proname OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.name[])
       AND provolatile OPERATOR(pg_catalog.=) 'v' LIMIT 1`,
    [arrayLiteral(named)],
  );
  return rows.length > 0;
}

/**
 * Runs a query once in the open transaction, where it may have any effect, and looks at the counters afterwards.
 * Throws `OtherRowsError` when it changed a row of any table but temporary ones, and `CutOffWriteError`.
 */
export async function queryReading(execution: Execution, { toEnd }: { toEnd: boolean }): Promise<StatementResult> {
  const { run, statement } = execution;
  const session = await run.session();
  const before = await readWritten(session);
  const limits = toEnd ? runToEnd(run) : run.budget.limits;
  const result = await session.query(statement.text, statement.values, limits);
  const after = await readWritten(session);
  await requireNone(session, countedSince(before.counters, after.counters));
  const isChange = (after.hasNumber && !before.hasNumber) || after.sequenceReads !== before.sequenceReads;
  if (isChange && !toEnd && result.isTruncated) throw new CutOffWriteError();
  // It has locked rows or moved a sequence, which no ROLLBACK takes back either.
  if (isChange) await auditExecution(execution, run.ctx);
  return result;
}

async function readWritten(session: CustomerSession): Promise<Written> {
  const { rows } = await session.query(READ_WRITTEN);
  const [number = null, sequenceReads = null, counted = null] = rows[0] ?? [];
  const counters = JSON.parse(counted ?? "[]") as [oid: string, ...[number, number, number]][];
  return {
    hasNumber: number !== null,
    sequenceReads: Number(sequenceReads ?? 0),
    counters: new Map(counters.map(([oid, ...counts]) => [oid, counts])),
  };
}
