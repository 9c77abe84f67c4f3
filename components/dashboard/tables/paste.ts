import type { Column } from "@/lib/sql/tables/resource";
import type { GridCell } from "../grid/grid-move";
import type { GridRect } from "../grid/selection";
import type { Block } from "../grid/tsv";
import { isNeverEmpty, meantBy } from "../values/value-check";
import type { ShownTable, Write } from "./pending";

interface Paste {
  table: ShownTable;
  block: Block;
  active: GridCell;
  /** The chosen cells; a single value fills them. */
  rects: readonly GridRect[];
}

export type Placed = GridCell & { value: string | null };

/** Returns where the values of a pasted block go, rows below the last one included. */
export function placesOf({ table, block, active, rects }: Paste): Placed[] {
  const last = table.shape.columns.length - 1;
  const [first, ...others] = rects;
  const isOne = block.length === 1 && block[0]?.length === 1;
  if (isOne) {
    const value = block[0]?.[0] ?? null;
    return rects.flatMap((rect) => cellsOf(rect).map((cell) => ({ ...cell, value })));
  }
  const from = first && others.length === 0 ? { row: first.top, column: first.left } : active;
  return block.flatMap((values, index) =>
    values.flatMap((value, offset) => {
      const [row, column] = [from.row + index, from.column + offset];
      return column > last ? [] : [{ row, column, value }];
    }),
  );
}

export function cellsOf({ top, bottom, left, right }: GridRect): GridCell[] {
  const columns = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  return Array.from({ length: bottom - top + 1 }, (_, index) =>
    columns.map((column) => ({ row: top + index, column })),
  ).flat();
}

/** Returns the changes that values make; generated ones stay as they are. `wholeOf` returns stored values. */
export async function writesOf(
  { shape: { columns }, rows }: ShownTable,
  places: readonly Placed[],
  wholeOf: (cell: GridCell) => string | null | Promise<string | null>,
): Promise<Write[]> {
  const settable = places.filter(({ column }) => columns[column] && !columns[column].isGenerated);
  const writes: Write[] = [];
  for (const { row, column, value } of settable) {
    const shape = columns[column];
    if (!shape) continue;
    const seen = rows[row] ? wholeOf({ row, column }) : null;
    const whole = seen instanceof Promise ? await seen : seen;
    writes.push({ row, column: shape.name, value: pastedAs(shape, value), seen: whole });
  }
  return writes;
}

const TRUE = /^(?:t|true|y|yes|on|1)$/i;
const FALSE = /^(?:f|false|n|no|off|0)$/i;

/** Returns the value that a pasted text means in a column. */
export function pastedAs(column: Column, text: string | null): string | null {
  if (text === null) return column.isNullable || isNeverEmpty(column) ? null : "";
  if (column.input === "text") return meantBy(column, text);
  const trimmed = text.trim();
  if (column.input === "boolean")
    return TRUE.test(trimmed) ? "t" : FALSE.test(trimmed) ? "f" : meantBy(column, trimmed);
  return meantBy(column, column.input === "enum" ? text : trimmed);
}

/** Returns the value that clearing stores: NULL, or empty text where there is no NULL. */
export function clearedAs(column: Column): string | null {
  return column.isNullable || isNeverEmpty(column) || column.input === "enum" ? null : "";
}
