import { escapeIdentifier } from "pg";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import type { TableShape } from "@/lib/sql/tables/resource";
import { MAX_BAD_LINES } from "./bad-lines";
import type { BadLine } from "./resource";
import { STAGING, type StagedField } from "./staging";

/** Returns the lines that leave out a value which the table demands. It must run within `inCatalog`. */
export async function findMissingValues(
  session: CustomerSession,
  fields: readonly StagedField[],
  hasHeader: boolean,
): Promise<BadLine[]> {
  const demanded = fields.filter(({ column }) => column !== null && !column.isNullable);
  if (demanded.length === 0) return [];
  const isMissing = demanded.map(({ name }) => `${name} IS NULL`).join(" OR ");
  const { rows: any } = await session.query(`SELECT FROM ${STAGING} WHERE ${isMissing} LIMIT 1`);
  if (any.length === 0) return [];
  const flags = demanded.map(({ name }) => `${name} IS NULL`).join(", ");
  const { rows } = await session.query(
    `SELECT line, ${flags} FROM ${numbered(fields, hasHeader)} WHERE ${isMissing} ORDER BY line LIMIT ${MAX_BAD_LINES}`,
  );
  return rows.map(([line, ...missing]) => ({
    line: Number(line),
    column: demanded[missing.indexOf("t")]?.column?.name ?? null,
    message: "A value is missing. The column can't be NULL.",
  }));
}

/** Returns the lines whose primary key is on another line, or in the table already where `isInserted`. */
export async function findRepeatedKeys(
  session: CustomerSession,
  shape: TableShape,
  fields: readonly StagedField[],
  { hasHeader, isInserted }: { hasHeader: boolean; isInserted: boolean },
): Promise<BadLine[]> {
  const key = shape.primaryKey.map((name) => fields.find(({ column }) => column?.name === name)?.name);
  if (key.length === 0 || key.includes(undefined)) return [];
  const staged = key.map((name) => `s.${name}`).join(", ");
  const row = `ROW(${staged})`;
  const stored = `ROW(${shape.primaryKey.map((name) => `t.${escapeIdentifier(name)}`).join(", ")})`;
  const isThere = isInserted ? `EXISTS (SELECT FROM ${quoteTable(shape)} AS t WHERE ${stored} = ${row})` : "false";
  const { rows } = await session.query(
    `SELECT line, ${isThere} FROM ${numbered(fields, hasHeader)}
     WHERE ${isThere} OR ${row} IN (SELECT ${staged} FROM ${STAGING} AS s GROUP BY ${staged} HAVING count(*) > 1)
     ORDER BY line LIMIT ${MAX_BAD_LINES}`,
  );
  const column = shape.primaryKey.join(", ");
  return rows.map(([line, isStored]) => ({
    line: Number(line),
    column,
    message: isStored === "t" ? "A row with this key is in the table already." : "Another line has the same key.",
  }));
}

/** Returns the staged rows with the line that each begins on: fields may have line breaks themselves. */
function numbered(fields: readonly StagedField[], hasHeader: boolean): string {
  const breaks = fields.map(({ name }) => {
    const text = `coalesce(${name}::text, '')`;
    return `length(${text}) - length(replace(${text}, E'\\n', ''))`;
  });
  const lines = `1 + ${breaks.join(" + ")}`;
  const before = `coalesce(sum(${lines}) OVER (ORDER BY ctid ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)`;
  return `(SELECT *, ${hasHeader ? 2 : 1} + ${before} AS line FROM ${STAGING}) AS s`;
}
