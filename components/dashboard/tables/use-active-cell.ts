"use client";

import { useId, useRef, useState } from "react";
import type { GridCell } from "../grid/grid-move";

/** Which cell of a grid is active. The grid itself has the focus, and names the cell (`aria-activedescendant`). */
export function useActiveCell(size: { rows: number; columns: number }) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, choose] = useState<GridCell | null>(null);
  /** As it is now, for what ends later than it began. */
  const latest = useRef<GridCell | null>(null);
  const active = chosen && chosen.row < size.rows && chosen.column < size.columns ? chosen : null;
  const idOf = ({ row, column }: GridCell) => `${id}-${row}-${column}`;
  const setActive = (cell: GridCell) => {
    latest.current = cell;
    choose(cell);
  };
  const goTo = (cell: GridCell) => {
    setActive(cell);
    document.getElementById(idOf(cell))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const focus = () => grid.current?.focus({ preventScroll: true });
  return { id, grid, active, latest, setActive, idOf, goTo, focus, editorId: `${id}-editor` };
}

export type ActiveCell = ReturnType<typeof useActiveCell>;
