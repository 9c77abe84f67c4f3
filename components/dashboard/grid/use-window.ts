"use client";

import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect } from "react";
import type { GridCell } from "./grid-move";

export const ROW_HEIGHT = 30;
export const HEADER_HEIGHT = 44;

/** Up to so many rows or columns, all of them are in the document. */
const WHOLE = { rows: 50, columns: 20 };

/** The size that the server assumes, which is also what is rendered where scripts are off. */
const FIRST_SIGHT = { width: 4_000, height: 1_000 };

interface Size {
  rowCount: number;
  widths: readonly number[];
  gutter: number;
}

/** Returns the rows and columns of a grid that are in view, and those of the active cell. No others are rendered. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  { rowCount, widths, gutter }: Size,
  active: GridCell | null,
) {
  const getScrollElement = () => scroller.current;
  const rows = useVirtualizer({
    getScrollElement,
    count: rowCount,
    estimateSize: () => ROW_HEIGHT,
    overscan: rowCount <= WHOLE.rows ? WHOLE.rows : 12,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    initialRect: FIRST_SIGHT,
  });
  const columns = useVirtualizer({
    getScrollElement,
    horizontal: true,
    count: widths.length,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: widths.length <= WHOLE.columns ? WHOLE.columns : 4,
    scrollMargin: gutter,
    scrollPaddingStart: gutter,
    initialRect: FIRST_SIGHT,
  });
  // The columns in view depend on the widths, which are measured once they are rendered.
  const widthsKey = widths.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths are what it is about
  useLayoutEffect(() => columns.measure(), [widthsKey]);
  return {
    rows: withActive(rows.getVirtualItems(), active?.row),
    columns: withActive(columns.getVirtualItems(), active?.column),
    scrollTo: ({ row, column }: GridCell) => {
      rows.scrollToIndex(row);
      columns.scrollToIndex(column);
    },
  };
}

/** The active cell stays in the document wherever the grid is scrolled to: it may hold a field. */
function withActive(items: readonly VirtualItem[], active: number | undefined): number[] {
  const shown = new Set(items.map(({ index }) => index));
  if (active !== undefined) shown.add(active);
  return [...shown].sort((a, b) => a - b);
}
