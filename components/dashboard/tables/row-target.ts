import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { rowAddress } from "../addresses/row-address";
import type { GridCell } from "../grid/grid-move";

/** Returns the rows that a row references by its foreign keys. */
export function rowTargets(base: string, table: BrowsedTable, row: number) {
  const places = table.shape.foreignKeys.map(({ columns }) =>
    table.shape.columns.findIndex(({ name }) => name === columns[0]),
  );
  return places.flatMap((column) => targetOf(base, table, { row, column }) ?? []);
}

/** Returns the address of the row that a value references by a foreign key; `null` for other values and NULL. */
export function targetOf(base: string, { shape, rows }: BrowsedTable, { row, column }: GridCell) {
  const name = shape.columns[column]?.name ?? "";
  const foreignKey = shape.foreignKeys.find(({ columns }) => columns.includes(name));
  const found = rows[row];
  if (!foreignKey || !found) return null;
  const filters = foreignKey.columns.flatMap((own, place) => {
    const value = found.cells[shape.columns.findIndex((other) => other.name === own)] ?? null;
    const target = foreignKey.targetColumns[place];
    return value === null || target === undefined ? [] : [{ column: target, operator: "equals" as const, value }];
  });
  if (filters.length < foreignKey.columns.length) return null;
  return { table: foreignKey.target.name, href: rowAddress(base, { ...foreignKey.target, filters }) };
}
