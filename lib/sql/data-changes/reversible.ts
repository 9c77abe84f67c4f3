import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { ChangeConflictError } from "./change-conflict";
import type { ChangedRow } from "./leaf-rows";
import { matchRows, type PlacedRow } from "./match-rows";
import type { RecordedTable } from "./recorded-rows";
import { RowsNotKeptError } from "./rows-not-kept";
import type { Target } from "./target";
import { writeRows } from "./write-rows";

/** Changed rows of one table, none of them twice, and where they are now. */
export interface ChangedPart {
  target: Target;
  recorded: RecordedTable;
  places: (string | null)[];
}

export function startPart({ table, row, place }: ChangedRow): ChangedPart {
  const { oid, schema, name, timeZone } = table;
  const columns = table.columns.map(({ identity: _, ...column }) => column);
  return { target: table, recorded: { oid, schema, name, timeZone, columns, rows: [row] }, places: [place] };
}

export function addToPart({ recorded, places }: ChangedPart, { row, place }: ChangedRow): void {
  recorded.rows.push(row);
  places.push(place);
}

/**
 * Tries at once whether Postgres takes the rows back, and rolls the trial back: a row may break a constraint that was
 * never validated, or lie where the role may no longer write. Throws `RowsNotKeptError`.
 */
export async function requireReversible(session: CustomerSession, parts: readonly ChangedPart[]): Promise<void> {
  if (parts.length === 0) return;
  await session.query("SAVEPOINT before_inverse");
  try {
    // Deferrable constraints are checked when an undo ends, by which time they may have been settled.
    await session.query("SET CONSTRAINTS ALL DEFERRED");
    for (const part of parts.toReversed()) await writeRows(session, part.target, await placesOf(session, part, parts));
  } catch (error) {
    throw notReversible(error);
  } finally {
    // A lost session says so by the error of the trial.
    await session.query("ROLLBACK TO SAVEPOINT before_inverse").catch(() => undefined);
    await session.query("RELEASE SAVEPOINT before_inverse").catch(() => undefined);
  }
}

/** Returns the inverse of a part. Taking back a later part moves its rows, so those of several are looked for. */
async function placesOf(
  session: CustomerSession,
  { target, recorded, places }: ChangedPart,
  parts: readonly ChangedPart[],
): Promise<PlacedRow[]> {
  const inverse = recorded.rows.map(([to, from], index) => ({ ctid: places[index] ?? null, from, to })).reverse();
  if (parts.length === 1 || target.key === null) return inverse;
  const { rows, conflicts } = await matchRows(session, target, { rows: inverse.map(({ from, to }) => [from, to]) });
  if (conflicts.length > 0) throw new ChangeConflictError("The rows aren't found as they were left.");
  return rows;
}

function notReversible(error: unknown): unknown {
  if (error instanceof ChangeConflictError) {
    return new RowsNotKeptError("PostgreSQL doesn't allow its rows to be set back as they were.");
  }
  if (!(error instanceof StatementError) || error.sqlState === null) return error;
  if (error.sqlState === SQLSTATE.queryCanceled && /user request/i.test(error.message)) return error;
  return new RowsNotKeptError(`PostgreSQL wouldn't change its rows back: ${error.message.replace(/\.$/, "")}.`);
}
