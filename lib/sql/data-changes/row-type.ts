import { escapeIdentifier } from "pg";
import { rowLiteral } from "@/lib/sql/customer-session/quoting";
import type { RowValues } from "./recorded-rows";
import type { Target } from "./target";

type RowType = Pick<Target, "columns" | "rowType">;

/** Returns the values as a literal of the table's row type, without generated columns, since nothing reads them. */
export function rowOf({ columns, rowType }: RowType, values: RowValues): string {
  const byName = new Map(columns.map(({ name }, index) => [name, values[index] ?? null]));
  return rowLiteral(rowType.map((name) => (name === null ? null : (byName.get(name) ?? null))));
}

/** Returns the names of the columns that unnesting such literals gives. */
export function rowNames(type: RowType): string {
  return type.rowType
    .map((name, index) => (name === null ? ownName(type, `generated column ${index}`) : escapeIdentifier(name)))
    .join(", ");
}

/** Returns a quoted name that no column of the table has. */
export function ownName({ rowType }: RowType, wanted: string): string {
  let name = wanted;
  while (rowType.includes(name)) name += " ";
  return escapeIdentifier(name);
}
