"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import type { ResultColumn } from "../results/outcome";
import { type GridCell, gridMove } from "./grid-move";
import { useColumnSizes } from "./use-column-sizes";

export const ROW_HEIGHT = 30;
export const HEADER_HEIGHT = 44;

/** What of a grid is in sight, which of its cells is active, and what its keys do. */
export function useGrid(columns: readonly ResultColumn[], rows: readonly (string | null)[][]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridCell | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const sizes = useColumnSizes(columns, rows);
  const gutter = 24 + String(rows.length).length * 9;
  const getScrollElement = () => scroller.current;
  const rowWindow = useVirtualizer({
    ...{ count: rows.length, getScrollElement, estimateSize: () => ROW_HEIGHT, overscan: 12 },
    ...{ scrollMargin: HEADER_HEIGHT, scrollPaddingStart: HEADER_HEIGHT },
  });
  const columnWindow = useVirtualizer({
    ...{ horizontal: true, count: columns.length, getScrollElement, overscan: 4 },
    estimateSize: (index) => sizes.widths[index] ?? 120,
    ...{ scrollMargin: gutter, scrollPaddingStart: gutter },
  });
  const value = active ? (rows[active.row]?.[active.column] ?? null) : null;
  // Which columns are in sight follows their widths once these are rendered.
  const widthsKey = sizes.widths.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths are what it is about
  useLayoutEffect(() => columnWindow.measure(), [widthsKey]);
  const goTo = (cell: GridCell) => {
    setActive(cell);
    rowWindow.scrollToIndex(cell.row);
    columnWindow.scrollToIndex(cell.column);
  };
  const open = (cell: GridCell | null) => {
    if (cell) setActive(cell);
    setIsOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const next = gridMove(event, active, { rows: rows.length, columns: columns.length, page });
    const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (active && event.shiftKey && isArrow) {
      sizes.resize(active.column, event.key === "ArrowRight" ? 16 : -16);
    } else if (active && (event.ctrlKey || event.metaKey) && event.key === "c") copyText(value ?? "", "Value");
    else if (active && event.key === "Enter") open(null);
    else if (next) goTo(next);
    else return;
    event.preventDefault();
  };
  const onFocus = (event: { target: unknown }) => {
    if (active === null && rows.length > 0 && event.target === scroller.current) setActive({ row: 0, column: 0 });
  };
  const shownRows = rowWindow.getVirtualItems();
  const shownColumns = columnWindow.getVirtualItems().map(({ index }) => index);
  const isActiveShown =
    active !== null && shownColumns.includes(active.column) && shownRows.some(({ index }) => index === active.row);
  return {
    ...{ scroller, sizes, gutter, active, isActiveShown, value, isOpen, shownRows, shownColumns },
    ...{ bodyHeight: rowWindow.getTotalSize(), setActive, open, close: () => setIsOpen(false) },
    ...{ onKeyDown, onFocus },
  };
}
