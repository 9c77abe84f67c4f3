import { escapeIdentifier } from "pg";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { ChangeConflictError } from "./change-conflict";
import type { RowChange } from "./row-change";
import { keptValue, type Target } from "./target";

/** Returns the RETURNING clause that `readChangedRows` reads. */
export function returningRows(target: Target): string {
  const own = ["old_row", "new_row"].flatMap((row) => target.columns.map((column) => keptValue(row, column)));
  return `RETURNING WITH (OLD AS old_row, NEW AS new_row) old_row.tableoid, new_row.tableoid, new_row.ctid,
    ${own.join(", ")}`;
}

/** Writes one row, found by its key; returns `null` when nothing is to be done. Throws `ChangeConflictError`. */
export async function writeRow(
  session: CustomerSession,
  target: Target,
  change: RowChange,
  returning: string,
): Promise<StatementResult | null> {
  const place = change.kind === "insert" ? [] : await findRow(session, target, change);
  const values = change.kind === "delete" ? {} : change.values;
  const names = Object.keys(values);
  if (change.kind === "update" && names.length === 0) return null;
  const typed = names.map((name, index) => `$${index + 1 + place.length}::${typeOf(target, name)}`);
  const table = quoteTable(target);
  const assigned = names.map((name, index) => `${escapeIdentifier(name)} = ${typed[index]}`).join(", ");
  const text =
    change.kind === "insert"
      ? `INSERT INTO ${table} ${insertedValues(target, names, typed)}`
      : change.kind === "update"
        ? `UPDATE ${table} SET ${assigned} ${AT_PLACE}`
        : `DELETE FROM ${table} ${AT_PLACE}`;
  return session.query(`${text} ${returning}`, [...place, ...Object.values(values)]);
}

const AT_PLACE =
  "WHERE tableoid OPERATOR(pg_catalog.=) $1::pg_catalog.oid AND ctid OPERATOR(pg_catalog.=) $2::pg_catalog.tid";

function insertedValues(target: Target, names: readonly string[], typed: readonly string[]): string {
  if (names.length === 0) return "DEFAULT VALUES";
  const isOverriding = target.columns.some(({ name, identity }) => identity === "a" && names.includes(name));
  return `(${names.map(escapeIdentifier).join(", ")}) ${isOverriding ? "OVERRIDING SYSTEM VALUE" : ""} VALUES (${typed.join(", ")})`;
}

/** Locks a row and returns the table that holds it and its place there. Throws `ChangeConflictError`. */
async function findRow(
  session: CustomerSession,
  target: Target,
  change: Exclude<RowChange, { kind: "insert" }>,
): Promise<[tableOid: string, ctid: string]> {
  const names = Object.keys(change.key);
  const { key } = target;
  if (!key || key.length !== names.length || key.some(({ name }) => !names.includes(name))) {
    throw new ServiceError("invalid_request", "Identify a row by all columns of its table's key, and no others.");
  }
  const conditions = key.map(
    ({ name, operator }, index) => `t.${escapeIdentifier(name)} ${operator} $${index + 1}::${typeOf(target, name)}`,
  );
  const columns = target.columns.map(({ name }) => `t.${escapeIdentifier(name)}`).join(", ");
  const find = () =>
    session.query(
      `SELECT t.tableoid, t.ctid, ${columns} FROM ${quoteTable(target)} AS t WHERE ${conditions.join(" AND ")} FOR UPDATE`,
      key.map(({ name }) => change.key[name] ?? null),
    );
  // The page has read the names of database objects in the same way.
  const { rows } = target.columns.some(({ keptAs }) => keptAs !== null) ? await inCatalog(session, find) : await find();
  // A key is unique in one table; tables that inherit from it have keys of their own.
  if (rows.length > 1)
    throw new ServiceError("conflict", "Several rows have this key, because other tables inherit from this one.");
  const [tableOid = null, ctid = null, ...values] = rows[0] ?? [];
  const now = Object.fromEntries(target.columns.map(({ name }, index) => [name, values[index] ?? null]));
  const expected = Object.entries(change.expected ?? {});
  if (tableOid !== null && ctid !== null && expected.every(([name, value]) => now[name] === value)) {
    return [tableOid, ctid];
  }
  const conflict = {
    table: change.table,
    key: change.key,
    left: change.expected ?? null,
    now: ctid === null ? null : now,
  };
  throw new ChangeConflictError(
    ctid === null ? "This row no longer exists." : "Someone else changed this row after you loaded it.",
    [conflict],
  );
}

function typeOf(target: Target, name: string): string {
  const column = target.columns.find((one) => one.name === name);
  if (!column)
    throw new ServiceError("invalid_request", `The table has no column ${escapeIdentifier(name)} that can be set.`);
  return quoteTable({ schema: column.typeSchema, name: column.typeName });
}
