"use client";

import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import type { GridColumn, GridValues } from "./grid-column";
import type { GridCell } from "./grid-move";
import { type KeptWidths, useColumnSizes } from "./use-column-sizes";
import { useSelection } from "./use-selection";

interface Options {
  /** The number of rows before the first one. */
  rowsBefore?: number;
  /** The column that has a field. */
  edited?: number | undefined;
  /** The ids of the rows, by which a selection goes with rows that move. */
  ids?: readonly string[] | undefined;
  /** The number of columns that stay at the left; fewer do if they would fill the grid. */
  pinned?: number | undefined;
  widths?: KeptWidths | undefined;
}

/** Pinned columns leave room for the others. */
const MAX_PINNED_WIDTH = 480;

/** Returns the state of a grid: its columns and rows, their sizes, the active cell and the selection. */
export function useGrid(
  columns: readonly GridColumn[],
  rows: readonly GridValues[],
  { rowsBefore = 0, edited, ids, pinned = 0, widths }: Options = {},
) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const selection = useSelection({ rows: rows.length, columns: columns.length, ids });
  const sizes = useColumnSizes(columns, rows, { edited, kept: widths });
  const ends = sizes.starts.map((start, column) => start + (sizes.widths[column] ?? 0));
  const pins = ends.slice(0, pinned).filter((end) => end <= MAX_PINNED_WIDTH).length;
  const gutter = Math.max(40, 24 + String(rowsBefore + rows.length).length * 9);
  const idOf = ({ row, column }: GridCell) => `${id}-${row}-${column}`;
  const cellOf = (elementId: string): GridCell | null => {
    const found = /-(\d+)-(\d+)$/.exec(elementId);
    return found && { row: Number(found[1]), column: Number(found[2]) };
  };
  const show = (cell: GridCell) =>
    document.getElementById(idOf(cell))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const goTo = (cell: GridCell) => {
    flushSync(() => selection.setActive(cell));
    show(cell);
  };
  /** Draws the last range to a cell, and scrolls to it. */
  const reach = (cell: GridCell) => {
    flushSync(() => selection.extendTo(cell));
    show(cell);
  };
  const valueAt = ({ row, column }: GridCell) => rows[row]?.[column] ?? null;
  const focus = () => root.current?.focus({ preventScroll: true });
  return {
    ...selection,
    id,
    root,
    columns,
    rows,
    rowsBefore,
    sizes,
    /** The number of columns that stay at the left, and their width. */
    pins,
    pinnedWidth: ends[pins - 1] ?? 0,
    gutter,
    idOf,
    cellOf,
    show,
    goTo,
    reach,
    valueAt,
    focus,
  };
}

export type GridState = ReturnType<typeof useGrid>;
