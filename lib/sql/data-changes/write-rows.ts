import { escapeIdentifier } from "pg";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { arrayLiteral, quoteTable } from "@/lib/sql/customer-session/quoting";
import { ChangeConflictError } from "./change-conflict";
import type { PlacedRow } from "./match-rows";
import type { RowValues } from "./recorded-rows";
import { ownName, rowNames, rowOf } from "./row-type";
import { keptValue, type Target } from "./target";

/** The ways to find rows other than by their places, one after another. */
const OTHER_PLANS = [
  ...["enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan"],
  ...["enable_hashjoin", "enable_mergejoin"],
];
const THE_PLAN = ["enable_nestloop", "enable_tidscan"];

/**
 * Deletes, then updates in the given order, then inserts by one statement, so that constraints are checked at its end.
 * A unique index is checked at each row, so the order is that of the places, which only a nested loop keeps.
 */
export async function writeRows(session: CustomerSession, target: Target, rows: readonly PlacedRow[]): Promise<void> {
  const deleted = rows.filter(({ to }) => to === null);
  const updated = rows.filter(({ from, to }) => from !== null && to !== null);
  const inserted = rows.filter(({ from }) => from === null);
  const literals = (some: readonly PlacedRow[]) => arrayLiteral(some.map(({ to }) => rowOf(target, to ?? [])));
  const places = (some: readonly PlacedRow[]) => arrayLiteral(some.map(({ ctid }) => ctid ?? ""));
  const values = [places(deleted), literals(updated), places(updated), literals(inserted)];
  const allowPlans = (value: "on" | "off") => {
    const settings = [...OTHER_PLANS.map((name) => [name, value]), ...THE_PLAN.map((name) => [name, "on"])];
    return session.query(
      `SELECT ${settings.map(([name, to]) => `pg_catalog.set_config('${name}', '${to}', true)`).join(", ")}`,
    );
  };
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
  const returned = target.columns.map((column) => keptValue("t", column)).join(", ");
  const [names, id] = [rowNames(target), ownName(target, "row id")];
  return `
    WITH deleted AS (
      DELETE FROM ONLY ${table} AS t WHERE t.ctid OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.tid[]) RETURNING 1),
    updated AS (
      UPDATE ONLY ${table} AS t SET ${set}
      FROM ROWS FROM (pg_catalog.unnest($2::${table}[]), pg_catalog.unnest($3::pg_catalog.tid[])) AS s(${names}, ${id})
      WHERE t.ctid OPERATOR(pg_catalog.=) s.${id}
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
