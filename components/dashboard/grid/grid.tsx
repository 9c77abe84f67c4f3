"use client";

import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { copyChosen } from "./copy-chosen";
import classes from "./grid.module.css";
import { GridHead } from "./grid-head";
import { HEADER_HEIGHT, ROW_HEIGHT } from "./grid-measures";
import { gridMove } from "./grid-move";
import { GridRow } from "./grid-row";
import type { GridView, ShownCells } from "./grid-view";
import { rangeMouse } from "./range-mouse";
import { holds } from "./selection";
import { slotsOf } from "./slots";
import type { GridState } from "./use-grid";
import { useWindow } from "./use-window";

interface Props extends GridView {
  grid: GridState;
  label: string;
  /** The description of the grid's keys for screen readers. */
  keys: ReactNode;
  className?: string | undefined;
  /** Whether all rows and columns are rendered, also those that are out of view. */
  isWhole?: boolean;
}

/** A grid of any number of rows and columns, which keys move through (ARIA Authoring Practices, grid pattern). */
export function Grid(props: Props) {
  const { grid, label, keys, className, isWhole = false } = props;
  // The same object while only the scroll position changes, so that no row that is there is rendered again.
  const view: GridView = props;
  const { id, root, columns, rows, sizes, gutter, active, idOf } = grid;
  const inView = useWindow(grid, { isOff: isWhole });
  const shown = isWhole ? allOf(grid) : inView;
  const slots = useRef<ReadonlyMap<number, number>>(new Map());
  slots.current = slotsOf(shown.rows, slots.current);
  const width = gutter + sizes.total;
  usePaste(grid, view.onPaste);
  useKeptInView(grid);
  return (
    <>
      <VisuallyHidden id={`${id}-keys`}>{keys}</VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows that are not there */}
      <div
        ref={root}
        role="grid"
        tabIndex={0}
        className={`${classes.grid} ${className ?? ""}`}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-readonly={view.isReadOnly || undefined}
        aria-activedescendant={active ? idOf(active) : undefined}
        style={{ scrollPadding: `${HEADER_HEIGHT}px 0 0 ${gutter + grid.pinnedWidth}px` }}
        onKeyDown={(event) => event.target === root.current && hearGridKey(event, grid, view)}
        onPointerDown={rangeMouse(grid)}
        onFocus={(event) => {
          if (event.target === root.current && !active && rows.length > 0) grid.setActive({ row: 0, column: 0 });
        }}
        onContextMenu={(event) => onContextMenu(event, grid, view)}
      >
        <GridHead grid={grid} view={view} columns={shown.columns} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.body} style={{ width, height: rows.length * ROW_HEIGHT }}>
          {shown.rows.map((index) => (
            <GridRow key={slots.current.get(index)} index={index} grid={grid} view={view} columns={shown.columns} />
          ))}
        </div>
      </div>
    </>
  );
}

function allOf({ rows, columns }: GridState): ShownCells {
  return { rows: [...rows.keys()], columns: [...columns.keys()] };
}

/**
 * Opens the menu of the pressed cell, or by the menu key that of the active one. Links and fields keep the browser's
 * menu.
 */
function onContextMenu(event: MouseEvent, grid: GridState, { onMenu }: GridView): void {
  const target =
    event.target instanceof Element ? event.target.closest("[role=gridcell], a, input, textarea, select") : null;
  const pressed = grid.cellOf(target?.id ?? "");
  const cell = pressed ?? (event.target === grid.root.current ? grid.active : null);
  if (!cell || !onMenu) return;
  event.preventDefault();
  // The menu of a chosen cell is that of all that are chosen.
  if (!grid.rects.some((rect) => holds(rect, cell))) grid.setActive(cell);
  const box = document.getElementById(grid.idOf(cell))?.getBoundingClientRect();
  onMenu(cell, pressed ? { x: event.clientX, y: event.clientY } : { x: box?.left ?? 0, y: box?.bottom ?? 0 });
}

/** Keeps the active cell in view while its grid is used and gets another size, such as by a bar that appears below it. */
function useKeptInView(grid: GridState): void {
  const latest = useRef(grid);
  latest.current = grid;
  const { root } = grid;
  useEffect(() => {
    const node = root.current;
    if (!node) return;
    const observer = new ResizeObserver(() => {
      const { active, show } = latest.current;
      if (active && node.contains(document.activeElement)) show(active);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [root]);
}

/** Hears a paste while the grid has the focus: browsers send it to the element where text was selected last. */
function usePaste({ root, latest }: GridState, onPaste: GridView["onPaste"]): void {
  const current = useRef(onPaste);
  useEffect(() => {
    current.current = onPaste;
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => {
      const { active } = latest.current;
      if (!current.current || !active || document.activeElement !== root.current) return;
      event.preventDefault();
      current.current(active, event.clipboardData?.getData("text/plain") ?? "");
    };
    document.addEventListener("paste", hear);
    return () => document.removeEventListener("paste", hear);
  }, [root, latest]);
}

const RESIZE_STEP: Record<string, number> = { ArrowLeft: -16, ArrowRight: 16 };

/** Handles a key of a grid: moves, chooses, copies, opens, or leaves it to the page. */
function hearGridKey(event: KeyboardEvent, grid: GridState, view: GridView): void {
  const { active, rows, columns, root, reached } = grid;
  if (!active) return;
  const page = Math.max(1, Math.floor((root.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
  const size = { rows: rows.length, columns: columns.length, page };
  const step = event.shiftKey && event.altKey ? RESIZE_STEP[event.key] : undefined;
  const next = gridMove(event, event.shiftKey ? reached : active, size);
  if (step !== undefined) grid.sizes.widen(active.column, step);
  else if (next) event.shiftKey ? grid.reach(next) : grid.goTo(next);
  else if (!chooses(event, grid)) {
    if (event.key === "Enter" && !event.shiftKey) view.onOpen(active);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c") copyChosen(grid, view);
    else if (!view.onKey?.(event, active)) return;
  }
  event.preventDefault();
}

/** Returns whether the key chose something: everything, a row, a column, or only the active cell again. */
function chooses({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, grid: GridState): boolean {
  const { active } = grid;
  if (!active) return false;
  const isCommand = ctrlKey || metaKey;
  if (isCommand && key.toLowerCase() === "a") grid.chooseAll();
  else if (key === " " && shiftKey) grid.chooseRow(active.row);
  else if (key === " " && isCommand) grid.chooseColumn(active.column);
  else if (key === "Escape" && grid.isSeveral) grid.setActive(active);
  else return false;
  return true;
}
