"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect } from "react";
import type { GridCell } from "./grid-move";

export const ROW_HEIGHT = 30;
export const HEADER_HEIGHT = 44;

/** Up to so many rows or columns, all of them are in the document. */
const WHOLE = { rows: 50, columns: 20 };

/** The size that the server assumes, which is also what is rendered where scripts are off. */
const FIRST_SIGHT = { width: 4_000, height: 1_000 };

/** Returns which rows and columns of a grid are in view. The others are not in the document. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  { rowCount, widths, gutter }: { rowCount: number; widths: readonly number[]; gutter: number },
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
    rows: rows.getVirtualItems().map(({ index }) => index),
    columns: columns.getVirtualItems().map(({ index }) => index),
    scrollTo: ({ row, column }: GridCell) => {
      rows.scrollToIndex(row);
      columns.scrollToIndex(column);
    },
  };
}
