"use client";

import { type MouseEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { fittingWidth } from "./fitting-width";
import type { GridColumn, GridValues } from "./grid-column";
import { FIELD_WIDTH } from "./grid-measures";

const [MIN_WIDTH, MAX_WIDTH] = [48, 1_600];

/** Widths that a page keeps, in place of the grid. */
export interface KeptWidths {
  widthOf: (column: number) => number | undefined;
  /** Keeps a width; `null` lets the column fit its values again. */
  resize: (column: number, width: number | null) => void;
}

interface Options {
  /** The column that has a field. */
  edited?: number | undefined;
  kept?: KeptWidths | undefined;
}

/** Returns the width of each column: the width that fits its values, until the user changes it. */
export function useColumnSizes(
  columns: readonly GridColumn[],
  rows: readonly GridValues[],
  { edited, kept }: Options = {},
) {
  const fitting = useMemo(() => columns.map((column, index) => fittingWidth(column, index, rows)), [columns, rows]);
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map());
  const { widthOf, resize: keep } = kept ?? ownWidths(chosen, setChosen);
  const drag = useRef<{ fromX: number; width: number } | null>(null);
  const widths = fitting.map((width, column) =>
    Math.max(widthOf(column) ?? width, column === edited ? FIELD_WIDTH : MIN_WIDTH),
  );
  let total = 0;
  const starts = widths.map((width) => {
    total += width;
    return total - width;
  });
  const resize = (column: number, width: number) =>
    keep(column, Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))));
  /** Returns the event handlers of the edge of a column's header. */
  const edgeOf = (column: number) => ({
    // A drag neither selects the header's text nor moves the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown: ({ button, currentTarget, pointerId, clientX }: PointerEvent) => {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      drag.current = { fromX: clientX, width: widths[column] ?? MIN_WIDTH };
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (drag.current) resize(column, drag.current.width + clientX - drag.current.fromX);
    },
    onLostPointerCapture: () => {
      drag.current = null;
    },
    onDoubleClick: () => keep(column, null),
  });
  const widen = (column: number, by: number) => resize(column, (widths[column] ?? MIN_WIDTH) + by);
  return { widths, starts, total, widen, edgeOf };
}

type Chosen = ReadonlyMap<number, number>;

function ownWidths(chosen: Chosen, setChosen: (change: (now: Chosen) => Chosen) => void): KeptWidths {
  return {
    widthOf: (column) => chosen.get(column),
    resize: (column, width) =>
      setChosen((now) => {
        const others = [...now].filter(([changed]) => changed !== column);
        return new Map(width === null ? others : [...others, [column, width]]);
      }),
  };
}
