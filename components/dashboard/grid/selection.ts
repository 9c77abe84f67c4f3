import type { GridCell } from "./grid-move";

/** A chosen range, from the cell where it began to the one it reaches. Rows and columns are chosen as a whole. */
export interface GridRange {
  kind: "cells" | "rows" | "columns";
  from: GridCell;
  to: GridCell;
}

export interface GridSelection {
  active: GridCell | null;
  ranges: readonly GridRange[];
}

export interface GridRect {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Size {
  rows: number;
  columns: number;
}

/** Rows in a run of which the same columns are chosen. */
export interface Band {
  top: number;
  bottom: number;
  columns: readonly number[];
}

export const NOTHING_CHOSEN: GridSelection = { active: null, ranges: [] };

export function onlyCell(cell: GridCell): GridSelection {
  return { active: cell, ranges: [{ kind: "cells", from: cell, to: cell }] };
}

/** Returns the selection with its last range drawn to another cell. */
export function extended({ active, ranges }: GridSelection, to: GridCell): GridSelection {
  const last = ranges.at(-1);
  return active && last ? { active, ranges: [...ranges.slice(0, -1), { ...last, to }] } : onlyCell(to);
}

/** Returns the ranges within a grid of this size, as rectangles. */
export function rectsOf(ranges: readonly GridRange[], { rows, columns }: Size): GridRect[] {
  return ranges.flatMap(({ kind, from, to }) => {
    const [top, left] = [Math.min(from.row, to.row), Math.min(from.column, to.column)];
    const rect = {
      top: kind === "columns" ? 0 : top,
      bottom: kind === "columns" ? rows - 1 : Math.min(rows - 1, Math.max(from.row, to.row)),
      left: kind === "rows" ? 0 : left,
      right: kind === "rows" ? columns - 1 : Math.min(columns - 1, Math.max(from.column, to.column)),
    };
    return rect.top > rect.bottom || rect.left > rect.right ? [] : [rect];
  });
}

export function holds({ top, bottom, left, right }: GridRect, { row, column }: GridCell): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Cuts rectangles, which may overlap, into bands of rows in which each cell is named once. */
export function bandsOf(rects: readonly GridRect[]): Band[] {
  const edges = [...new Set(rects.flatMap(({ top, bottom }) => [top, bottom + 1]))].sort((a, b) => a - b);
  return edges.slice(0, -1).flatMap((top, index) => {
    const own = rects.filter((rect) => rect.top <= top && rect.bottom >= top);
    const columns = new Set(own.flatMap(({ left, right }) => numbersBetween(left, right)));
    if (columns.size === 0) return [];
    return [{ top, bottom: (edges[index + 1] ?? top + 1) - 1, columns: [...columns].sort((a, b) => a - b) }];
  });
}

export function countCells(bands: readonly Band[]): number {
  return bands.reduce((count, { top, bottom, columns }) => count + (bottom - top + 1) * columns.length, 0);
}

/** Returns the rows that were chosen as rows. */
export function wholeRows(ranges: readonly GridRange[], size: Size): Set<number> {
  const rects = rectsOf(
    ranges.filter(({ kind }) => kind === "rows"),
    size,
  );
  return new Set(rects.flatMap(({ top, bottom }) => numbersBetween(top, bottom)));
}

/** Returns ranges of whole rows, as few as there are runs. */
export function rowRanges(rows: Iterable<number>): GridRange[] {
  const ranges: GridRange[] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last.to.row === row - 1) last.to = { row, column: 0 };
    else ranges.push({ kind: "rows", from: { row, column: 0 }, to: { row, column: 0 } });
  }
  return ranges;
}

/** Returns the selection with a row chosen too, or no longer. Cells and columns that were chosen are let go. */
export function withRowToggled({ active, ranges }: GridSelection, row: number, size: Size): GridSelection {
  const rows = wholeRows(ranges, size);
  if (!rows.delete(row)) rows.add(row);
  const next = { row, column: active?.column ?? 0 };
  return rows.size > 0 ? { active: next, ranges: rowRanges(rows) } : onlyCell(next);
}

/** Returns the selection after rows have moved: whole rows go with theirs; of cells the active one stays. */
export function followRows(
  { active, ranges }: GridSelection,
  before: readonly string[],
  after: readonly string[],
): GridSelection {
  const isSame = ranges.every(({ kind, from, to }) => {
    if (kind === "columns") return true;
    const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
    return before.slice(top, bottom + 1).every((id, index) => after[top + index] === id);
  });
  if (isSame || !active) return { active, ranges };
  const places = new Map(after.map((id, row) => [id, row]));
  const kept = [...wholeRows(ranges, { rows: before.length, columns: 1 })].flatMap(
    (row) => places.get(before[row] ?? "") ?? [],
  );
  return kept.length > 0 ? { active, ranges: rowRanges(kept) } : onlyCell(active);
}

function numbersBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
