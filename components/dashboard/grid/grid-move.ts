export interface GridCell {
  row: number;
  column: number;
}

interface Size {
  rows: number;
  columns: number;
  /** The number of rows on one screen. */
  page: number;
}

/** Returns the cell that a key moves to (ARIA Authoring Practices, grid pattern); `null` for other keys. */
export function gridMove(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: GridCell | null,
  { rows, columns, page }: Size,
): GridCell | null {
  const { row, column } = from ?? { row: 0, column: 0 };
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const isFar = ctrlKey || metaKey;
  const target: Record<string, GridCell> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? lastRow : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? lastColumn : column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
  };
  const next = target[key];
  if (!next || rows === 0) return null;
  return { row: within(next.row, lastRow), column: within(next.column, lastColumn) };
}

function within(value: number, last: number): number {
  return Math.min(Math.max(value, 0), last);
}
