"use client";

import { useMemo, useRef, useState } from "react";
import type { GridCell } from "./grid-move";
import {
  extended,
  followRows,
  type GridRange,
  NOTHING_CHOSEN,
  onlyCell,
  rectsOf,
  wholeRows,
  withRowToggled,
} from "./selection";

interface Shape {
  rows: number;
  columns: number;
  /** The ids of the rows, by which a selection goes with them. */
  ids?: readonly string[] | undefined;
}

/** Keeps the active cell of a grid and the ranges that are chosen. */
export function useSelection({ rows, columns, ids }: Shape) {
  const [kept, setKept] = useState({ selection: NOTHING_CHOSEN, ids });
  const selection = ids && kept.ids && ids !== kept.ids ? followRows(kept.selection, kept.ids, ids) : kept.selection;
  const { ranges } = selection;
  const active =
    selection.active && selection.active.row < rows && selection.active.column < columns ? selection.active : null;
  /** The selection for callbacks that outlive a render. */
  const latest = useRef(selection);
  latest.current = selection;
  const change = (next: typeof selection) => {
    latest.current = next;
    setKept({ selection: next, ids });
  };
  const rects = useMemo(() => rectsOf(ranges, { rows, columns }), [ranges, rows, columns]);
  const chosenRows = useMemo(() => wholeRows(ranges, { rows, columns }), [ranges, rows, columns]);
  const [only] = rects;
  const isSeveral = rects.length > 1 || (only !== undefined && (only.top < only.bottom || only.left < only.right));
  const choose = (kind: GridRange["kind"], cell: GridCell) =>
    change({ active: cell, ranges: [{ kind, from: cell, to: cell }] });
  return {
    active,
    latest,
    rects,
    chosenRows,
    /** Whether more than one cell is chosen. */
    isSeveral,
    /** The end of the last range, which keys draw. */
    reached: ranges.at(-1)?.to ?? null,
    setActive: (cell: GridCell) => change(onlyCell(cell)),
    extendTo: (cell: GridCell) => change(extended(latest.current, cell)),
    /** Begins another range beside those that are chosen. */
    add: (cell: GridCell) =>
      change({ active: cell, ranges: [...latest.current.ranges, { kind: "cells", from: cell, to: cell }] }),
    chooseRow: (row: number) => choose("rows", { row, column: latest.current.active?.column ?? 0 }),
    chooseColumn: (column: number) => choose("columns", { row: latest.current.active?.row ?? 0, column }),
    toggleRow: (row: number) => change(withRowToggled(latest.current, row, { rows, columns })),
    chooseAll: () => {
      const from = { row: 0, column: 0 };
      change({
        active: latest.current.active ?? from,
        ranges: [{ kind: "cells", from, to: { row: rows - 1, column: columns - 1 } }],
      });
    },
  };
}
