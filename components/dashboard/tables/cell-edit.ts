import type { BrowsedTable, Column } from "@/lib/sql/tables/resource";
import type { GridCell } from "../grid/grid-move";
import type { ShownTable } from "./pending";
import { standIn } from "./pending-marks";

/** The edit of one value, or a look at it where it is read-only. */
export interface CellEdit {
  cell: GridCell;
  column: Column;
  key: Record<string, string> | null;
  /** The rows when the edit started, so that the draft is not stored in another row. */
  table: BrowsedTable;
  /** The stored value; `undefined` until all of it is read. */
  seen: string | null | undefined;
  draft: string | null;
  /** Whether the field is a box above the cell, for JSON, several lines and long texts. */
  isWide: boolean;
  isSaving: boolean;
  message: string | null;
  /** The draft that was refused last. */
  refused: string | null | undefined;
  readOnlyReason: string | null;
  /** Why a restore point is taken before the value is saved; `null` where none is needed. */
  restorePointReason: string | null;
  /** The meaning of an empty field of a row that is to be added. */
  placeholder: string | null;
}

/** The place of the focus when an edit ends; `elsewhere` if the user has moved it already. */
export type After = "down" | "left" | "right" | "stay" | "elsewhere";

export function isSame(one: GridCell | null | undefined, other: GridCell): boolean {
  return one?.row === other.row && one.column === other.column;
}

const NARROW_CHARACTERS = 48;

function isWideValue(column: Column, value: string | null, isCut: boolean): boolean {
  if (column.input === "json" || isCut) return true;
  return column.input === "text" && value !== null && (value.length > NARROW_CHARACTERS || /[\r\n]/.test(value));
}

/** Returns an edit as it starts. `typed` replaces the value; `undefined` keeps it. */
export function beginEdit(
  table: ShownTable,
  cell: GridCell,
  options: {
    readOnlyReason: string | null;
    typed?: string | null | undefined;
    /** Why the value could not be saved before. */
    fault?: string | null;
    /** Whether the value is kept with others rather than stored. */
    isCollected?: boolean;
  },
): CellEdit | null {
  const [row, column] = [table.rows[cell.row], table.shape.columns[cell.column]];
  if (!row || !column) return null;
  const shown = row.cells[cell.column] ?? null;
  const isCut = row.cut.includes(cell.column) && row.key !== null;
  const readOnlyReason = column.isGenerated ? "This value is generated automatically." : options.readOnlyReason;
  const { typed } = options;
  return {
    cell,
    column,
    table,
    key: row.key,
    seen: isCut ? undefined : shown,
    draft: typed === undefined ? (isCut ? null : shown) : typedAs(column, typed),
    isWide: readOnlyReason !== null || isWideValue(column, shown, isCut) || isWideValue(column, typed ?? null, false),
    isSaving: false,
    message: options.fault ?? null,
    refused: undefined,
    readOnlyReason,
    restorePointReason: options.isCollected ? null : table.shape.restorePointReason,
    placeholder: row.given && !(column.name in row.given) ? standIn(column) : null,
  };
}

/** The words for `t` and `f`, which PostgreSQL writes. */
const BOOLEANS = new Map([
  ["true", "t"],
  ["false", "f"],
]);

/** Returns the draft that typing or pasting starts: of a list of choices, the first that begins with it. */
function typedAs({ input, labels }: Column, typed: string | null): string | null {
  if (typed === null || (input !== "boolean" && input !== "enum")) return typed;
  const words = input === "boolean" ? [...BOOLEANS.keys()] : labels;
  const chosen = words.find((word) => word.toLowerCase().startsWith(typed.trim().toLowerCase())) ?? null;
  return input === "boolean" ? (BOOLEANS.get(chosen ?? "") ?? null) : chosen;
}

export function moved({ row, column }: GridCell, after: After, { rows, shape }: BrowsedTable): GridCell {
  if (after === "down") return { row: Math.min(row + 1, rows.length - 1), column };
  if (after === "right") return { row, column: Math.min(column + 1, shape.columns.length - 1) };
  return { row, column: after === "left" ? Math.max(0, column - 1) : column };
}

const MAX_SHOWN = 240;

/** Returns the rows with one of them as it was stored, which are shown until the page is refreshed. */
export function withStored(
  table: BrowsedTable,
  { row: place }: GridCell,
  stored: Readonly<Record<string, string | null>>,
): BrowsedTable {
  const { columns } = table.shape;
  const rows = table.rows.map((row, index) => {
    if (index !== place) return row;
    const values = columns.map(
      ({ name }, column) => stored[name] ?? (name in stored ? null : row.cells[column]) ?? null,
    );
    const cut = columns.flatMap(({ name }, column) =>
      (name in stored ? (values[column]?.length ?? 0) > MAX_SHOWN : row.cut.includes(column)) ? [column] : [],
    );
    const key =
      row.key && Object.fromEntries(Object.entries(row.key).map(([name, own]) => [name, stored[name] ?? own]));
    return { key, cut, cells: values.map((value) => value?.slice(0, MAX_SHOWN) ?? null) };
  });
  return { ...table, rows };
}
