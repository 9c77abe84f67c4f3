"use client";

import type { PointerEvent as ReactPointerEvent } from "react";
import { HEADER_HEIGHT, ROW_HEIGHT } from "./grid-measures";
import type { GridCell } from "./grid-move";
import type { GridState } from "./use-grid";

/** Elements that handle a press themselves. */
const OWN_PRESS = "a, button, input, textarea, select, [data-edited], [role=columnheader]";
/** The distance from an edge of the grid, in pixels, within which a drag scrolls it. */
const EDGE = 24;

/** Returns the handler of presses of the mouse, which choose cells and rows and, by a drag, ranges of them. */
export function rangeMouse(grid: GridState) {
  return ({ nativeEvent: event }: ReactPointerEvent) => {
    const { target, button, pointerType } = event;
    if (button !== 0 || pointerType !== "mouse" || !(target instanceof Element) || target.closest(OWN_PRESS)) return;
    const gutter = target.closest<HTMLElement>("[role=rowheader]");
    const row = gutter ? Number(gutter.dataset.row) : null;
    const cell = grid.cellOf(target.closest("[role=gridcell]")?.id ?? "");
    if (row !== null) pressRow(event, row, grid);
    else if (cell) pressCell(event, cell, grid);
    else return;
    followDrag(grid);
  };
}

function pressCell({ shiftKey, ctrlKey, metaKey }: PointerEvent, cell: GridCell, grid: GridState): void {
  if (shiftKey) grid.extendTo(cell);
  else if (ctrlKey || metaKey) grid.add(cell);
  else grid.setActive(cell);
}

function pressRow({ shiftKey, ctrlKey, metaKey }: PointerEvent, row: number, grid: GridState): void {
  const isAmongRows = grid.latest.current.ranges.at(-1)?.kind === "rows";
  if (shiftKey && isAmongRows) grid.extendTo({ row, column: 0 });
  else if (ctrlKey || metaKey) grid.toggleRow(row);
  else grid.chooseRow(row);
}

/** Draws the last range to the cell under the pointer until the button is let go. Scrolls at the grid's edges. */
function followDrag(grid: GridState): void {
  const root = grid.root.current;
  if (!root) return;
  const over = new AbortController();
  const { signal } = over;
  let at: { x: number; y: number } | null = null;
  let reached: GridCell | null = null;
  const draw = () => {
    const cell = at && cellAt(grid, root, at);
    if (!cell || (cell.row === reached?.row && cell.column === reached.column)) return;
    if (reached !== null || !isReached(grid, cell)) grid.extendTo(cell);
    reached = cell;
  };
  const scroll = () => {
    if (signal.aborted) return;
    const { left, right, top, bottom } = root.getBoundingClientRect();
    if (at) {
      const x = beyond(at.x, left + grid.gutter, right);
      const y = beyond(at.y, top + HEADER_HEIGHT, bottom);
      if (x !== 0 || y !== 0) {
        root.scrollBy(x, y);
        draw();
      }
    }
    requestAnimationFrame(scroll);
  };
  const move = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    if (buttons === 0) return over.abort();
    if (at === null) requestAnimationFrame(scroll);
    at = { x, y };
    draw();
  };
  window.addEventListener("pointermove", move, { signal });
  for (const end of ["pointerup", "pointercancel", "blur"]) {
    window.addEventListener(end, () => over.abort(), { signal });
  }
}

function isReached({ latest }: GridState, { row, column }: GridCell): boolean {
  const to = latest.current.ranges.at(-1)?.to;
  return to?.row === row && to.column === column;
}

/** Returns how far to scroll by one frame: further, the further the pointer is out. */
function beyond(place: number, first: number, last: number): number {
  if (place < first + EDGE / 3) return Math.max(-60, place - first - EDGE);
  return place > last - EDGE ? Math.min(60, place - last + EDGE) : 0;
}

/** Returns the cell under a point, or the one nearest to it. */
function cellAt({ cellOf, gutter, sizes, rows }: GridState, root: Element, at: { x: number; y: number }): GridCell {
  const { left, right, top, bottom } = root.getBoundingClientRect();
  const x = Math.min(Math.max(at.x, left + gutter + 1), right - 2);
  const y = Math.min(Math.max(at.y, top + HEADER_HEIGHT + 1), bottom - 2);
  const found = cellOf(document.elementFromPoint(x, y)?.closest("[role=gridcell]")?.id ?? "");
  const offset = x - left - gutter + root.scrollLeft;
  const column = found?.column ?? sizes.starts.findLastIndex((start) => start <= offset);
  const row = Math.floor((y - top - HEADER_HEIGHT + root.scrollTop) / ROW_HEIGHT);
  return { row: Math.min(Math.max(row, 0), rows.length - 1), column: Math.max(column, 0) };
}
