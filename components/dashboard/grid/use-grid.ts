"use client";

import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { GridColumn, GridValues } from "./grid-column";
import type { GridCell } from "./grid-move";
import { useColumnSizes } from "./use-column-sizes";

interface Options {
  /** The number of rows before the first one. */
  rowsBefore?: number;
  /** The column that has a field. */
  edited?: number | undefined;
}

/** Returns the state of a grid: its columns and rows, their sizes, and the active cell. */
export function useGrid(
  columns: readonly GridColumn[],
  rows: readonly GridValues[],
  { rowsBefore = 0, edited }: Options = {},
) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<GridCell | null>(null);
  /** The active cell for callbacks that outlive a render. */
  const latest = useRef<GridCell | null>(null);
  const sizes = useColumnSizes(columns, rows, edited);
  const gutter = Math.max(40, 24 + String(rowsBefore + rows.length).length * 9);
  const active = chosen && chosen.row < rows.length && chosen.column < columns.length ? chosen : null;
  const idOf = ({ row, column }: GridCell) => `${id}-${row}-${column}`;
  const cellOf = (elementId: string): GridCell | null => {
    const found = /-(\d+)-(\d+)$/.exec(elementId);
    return found && { row: Number(found[1]), column: Number(found[2]) };
  };
  const setActive = (cell: GridCell) => {
    latest.current = cell;
    setChosen(cell);
  };
  const goTo = (cell: GridCell) => {
    flushSync(() => setActive(cell));
    document.getElementById(idOf(cell))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const valueAt = ({ row, column }: GridCell) => rows[row]?.[column] ?? null;
  const focus = () => root.current?.focus({ preventScroll: true });
  return {
    id,
    root,
    columns,
    rows,
    rowsBefore,
    sizes,
    gutter,
    active,
    latest,
    idOf,
    cellOf,
    setActive,
    goTo,
    valueAt,
    focus,
  };
}

export type GridState = ReturnType<typeof useGrid>;
