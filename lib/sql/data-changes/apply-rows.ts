import { escapeIdentifier } from "pg";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { isIntegrityViolation, SQLSTATE } from "@/lib/core/sql-state";
import { arrayLiteral, quoteTable } from "@/lib/sql/customer-session/quoting";
import { lockTarget, requireOnly } from "./capture";
import { ChangeConflictError } from "./change-conflict";
import { applyRecordedComments } from "./comments";
import { matchRows, type PlacedRow } from "./match-rows";
import type { RecordedTable, RowValues } from "./recorded-rows";
import { rowNames, rowOf } from "./row-type";
import { OtherRowsError } from "./rows-not-kept";
import type { Target } from "./target";

/** The ways to find rows other than by their places, one after another. */
const OTHER_PLANS = [
  ...["enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan"],
  ...["enable_hashjoin", "enable_mergejoin"],
];
const NOT_IN_TIME: ReadonlySet<string> = new Set([
  SQLSTATE.lockNotAvailable,
  SQLSTATE.deadlockDetected,
  SQLSTATE.queryCanceled,
]);

/** Writes the recorded rows of one table and proves that nothing else changed. Throws `ChangeConflictError`. */
export async function applyRecordedRows(session: CustomerSession, recorded: RecordedTable): Promise<void> {
  if (recorded.holds === "comments") return applyRecordedComments(session, recorded);
  await session.query("SELECT pg_catalog.set_config('TimeZone', $1, true)", [recorded.timeZone]);
  const { target, before } = await lockForUndo(session, recorded);
  const matched = await matchRows(session, target, recorded);
  if (matched.conflicts.length > 0) {
    throw new ChangeConflictError(
      "Someone changed these rows afterwards, so nothing was undone.",
      matched.conflicts.reverse(),
    );
  }
  const expected: [number, number, number] = [0, 0, 0];
  for (const { from, to } of matched.rows) expected[from === null ? 0 : to === null ? 2 : 1] += 1;
  try {
    await writeRows(session, target, matched.rows);
    await requireOnly(session, before, new Map([[target.oid, expected]]));
  } catch (error) {
    if (!(error instanceof OtherRowsError)) throw asConflict(error);
    throw new ChangeConflictError(`Undoing this would also change ${error.others}.`, [], error);
  }
}

/** Locks the table, so that nobody else changes its rows until the transaction ends. Throws `ChangeConflictError`. */
export async function lockForUndo(session: CustomerSession, recorded: RecordedTable) {
  const name = quoteTable(recorded);
  const found = await lockTarget(session, name, "SHARE ROW EXCLUSIVE").catch((error: unknown) => {
    throw error instanceof StatementError && error.sqlState === SQLSTATE.lockNotAvailable
      ? new ChangeConflictError("The table is in use: other sessions are changing its rows.", [], error)
      : error;
  });
  if (!found) throw new ChangeConflictError(`The table ${name} no longer exists.`);
  const { target } = found;
  if (target.unfit !== null) throw new ChangeConflictError(`The table ${name} has changed. ${target.unfit}`);
  const now = target.columns.map(({ name: column, typeSchema, typeName }) => ({ name: column, typeSchema, typeName }));
  if (JSON.stringify(now) !== JSON.stringify(recorded.columns)) {
    throw new ChangeConflictError(`The columns of the table ${name} have changed.`);
  }
  return found;
}

/**
 * Deletes, then updates in the given order, then inserts by one statement, so that constraints are checked at its end.
 * A unique index is checked at each row, so the order is that of the places, which only a nested loop keeps.
 */
async function writeRows(session: CustomerSession, target: Target, rows: readonly PlacedRow[]): Promise<void> {
  const deleted = rows.filter(({ to }) => to === null);
  const updated = rows.filter(({ from, to }) => from !== null && to !== null);
  const inserted = rows.filter(({ from }) => from === null);
  const literals = (some: readonly PlacedRow[]) => arrayLiteral(some.map(({ to }) => rowOf(target, to ?? [])));
  const places = (some: readonly PlacedRow[]) => arrayLiteral(some.map(({ ctid }) => ctid ?? ""));
  const values = [places(deleted), literals(updated), places(updated), literals(inserted)];
  const allowPlans = (value: "on" | "off") =>
    session.query(
      `SELECT ${OTHER_PLANS.map((name) => `pg_catalog.set_config('${name}', '${value}', true)`).join(", ")}`,
    );
  await allowPlans("off");
  const result = await session.query(writingText(target), values);
  await allowPlans("on");
  requireSame(result.rows, [...inserted, ...updated]);
}

function writingText(target: Target): string {
  const table = quoteTable(target);
  const columns = target.columns.map(({ name }) => escapeIdentifier(name));
  const settable = target.columns.filter(({ identity }) => identity !== "a").map(({ name }) => escapeIdentifier(name));
  // A table with identity columns alone has no column that can be set, so its rows are never updated.
  const set = settable.map((column) => `${column} = s.${column}`).join(", ") || `${columns[0]} = DEFAULT`;
  const returned = columns.map((column) => `t.${column}`).join(", ");
  const names = rowNames(target);
  return `
    WITH deleted AS (
      DELETE FROM ONLY ${table} AS t WHERE t.ctid OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.tid[]) RETURNING 1),
    updated AS (
      UPDATE ONLY ${table} AS t SET ${set}
      FROM ROWS FROM (pg_catalog.unnest($2::${table}[]), pg_catalog.unnest($3::pg_catalog.tid[])) AS s(${names}, "row id")
      WHERE t.ctid OPERATOR(pg_catalog.=) s."row id"
        AND (SELECT pg_catalog.count(*) FROM deleted) OPERATOR(pg_catalog.>=) 0
      RETURNING ${returned}),
    inserted AS (
      INSERT INTO ${table} AS t (${columns.join(", ")}) OVERRIDING SYSTEM VALUE
      SELECT ${columns.map((column) => `s.${column}`).join(", ")}
      FROM ROWS FROM (pg_catalog.unnest($4::${table}[])) AS s(${names})
      WHERE (SELECT pg_catalog.count(*) FROM updated) OPERATOR(pg_catalog.>=) 0
        AND (SELECT pg_catalog.count(*) FROM deleted) OPERATOR(pg_catalog.>=) 0
      RETURNING ${returned})
    SELECT * FROM inserted UNION ALL SELECT * FROM updated`;
}

/** Throws unless the written rows are those that were recorded, to the character. */
function requireSame(written: readonly RowValues[], rows: readonly PlacedRow[]): void {
  const left = new Map<string, number>();
  for (const values of written) count(left, values, 1);
  for (const { to } of rows) count(left, to ?? [], -1);
  if ([...left.values()].some((difference) => difference !== 0)) {
    throw new ChangeConflictError("The rows couldn't be restored exactly, so nothing was undone.");
  }
}

function count(counts: Map<string, number>, values: RowValues, by: number): void {
  const key = JSON.stringify(values);
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Returns the refusal of a constraint, with its name and the values it names, as a conflict. */
export function asConflict(error: unknown): unknown {
  if (!(error instanceof StatementError) || error.sqlState === null) return error;
  if (!isIntegrityViolation(error.sqlState) && !NOT_IN_TIME.has(error.sqlState)) return error;
  const reason = [error.message, error.detail].filter((part) => part !== null).join(". ");
  return new ChangeConflictError(`Nothing was undone: ${reason.replace(/\.$/, "")}.`, [], error);
}
