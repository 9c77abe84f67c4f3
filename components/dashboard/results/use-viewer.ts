"use client";

import { type KeyboardEvent, useState } from "react";
import { type GridCell, gridMove } from "../grid/grid-move";
import type { GridState } from "../grid/use-grid";
import type { ViewerPlace } from "./value/value-panel";

/** The width of the window from which a value is shown beside its grid. */
const WIDE = "(min-width: 48em)";

/** Opens the value of the active cell beside the grid, or in a dialog where there is no room. It follows that cell. */
export function useViewer(grid: GridState) {
  const [place, setPlace] = useState<ViewerPlace | null>(null);
  const { active, rows, columns } = grid;
  const moveBy = (key: string, isFar = false) => {
    const size = { rows: rows.length, columns: columns.length, page: 10 };
    const next = gridMove({ key, ctrlKey: isFar, metaKey: false }, active, size);
    if (next) grid.goTo(next);
    return next !== null;
  };
  return {
    place,
    open: (cell: GridCell) => {
      grid.setActive(cell);
      setPlace(window.matchMedia(WIDE).matches ? "side" : "dialog");
    },
    enlarge: () => setPlace("dialog"),
    close: () => {
      setPlace(null);
      grid.focus();
    },
    step: (by: 1 | -1) => void moveBy(by === 1 ? "ArrowRight" : "ArrowLeft"),
    onMove: ({ key, ctrlKey, metaKey }: KeyboardEvent) => moveBy(key, ctrlKey || metaKey),
  };
}
