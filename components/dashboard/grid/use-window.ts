"use client";

import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo } from "react";
import { HEADER_HEIGHT, ROW_HEIGHT } from "./grid-measures";
import type { ShownCells } from "./grid-view";
import type { GridState } from "./use-grid";

/** Returns the rows and columns of a grid that are in view, those that are pinned, and those that keys lead to. No others are rendered. */
export function useWindow(
  { root, rows, sizes, gutter, pins, active, reached }: GridState,
  { isOff }: { isOff: boolean },
): ShownCells {
  const getScrollElement = () => root.current;
  const rowWindow = useVirtualizer({
    enabled: !isOff,
    getScrollElement,
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: HEADER_HEIGHT,
  });
  const columnWindow = useVirtualizer({
    enabled: !isOff,
    getScrollElement,
    horizontal: true,
    count: sizes.widths.length,
    estimateSize: (index) => sizes.widths[index] ?? 0,
    overscan: 4,
    scrollMargin: gutter,
  });
  // The columns in view depend on the widths, which are measured once they are rendered.
  const widthsKey = sizes.widths.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths are the reason for it
  useLayoutEffect(() => columnWindow.measure(), [widthsKey]);
  const columns = withLed(columnWindow.getVirtualItems(), [...Array(pins).keys(), active?.column, reached?.column]);
  const columnsKey = columns.join();
  return {
    rows: withLed(rowWindow.getVirtualItems(), [active?.row, reached?.row]),
    // The same list as long as it says the same, so that rows need not be rendered again.
    // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
    columns: useMemo(() => columns, [columnsKey]),
  };
}

/** Adds the rows or columns of the active cell and the end of the selection, wherever the grid is scrolled to. */
function withLed(items: readonly VirtualItem[], led: readonly (number | undefined)[]): number[] {
  const shown = new Set(items.map(({ index }) => index));
  for (const index of led) if (index !== undefined) shown.add(index);
  return [...shown].sort((a, b) => a - b);
}
