"use client";

import { IconArrowDown, IconArrowUp, IconChevronDown } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { ColumnLabel } from "../grid/column-label";
import type { GridColumn } from "../grid/grid-column";
import classes from "./column-header.module.css";
import { useColumnDrag } from "./use-column-drag";

export interface ColumnActions {
  /** Sorts by a column; `isAdded` keeps the columns that sort already. */
  sort: (column: string, isAdded: boolean) => void;
  /** Makes a column wider, or narrower. */
  widen: (column: string, by: number) => void;
  /** Moves a column one place to the left (-1) or right (1). */
  step: (column: string, by: -1 | 1) => void;
  /** Moves a column before another one. */
  moveBefore: (column: string, before: string | null) => void;
  openMenu: (column: string, at: { x: number; y: number }) => void;
}

interface Props {
  column: GridColumn;
  /** The place of the column among several that sort. */
  rank: number | null;
  actions: ColumnActions;
}

/** The column whose head was used last: it takes the focus again when the rows that were asked for arrive. */
let used: string | null = null;

/** The name and type of a column. A click sorts by it, a drag moves it, and a right click opens its menu. */
export function ColumnHeader({ column, rank, actions }: Props) {
  const { name, sort } = column;
  const button = useRef<HTMLButtonElement>(null);
  const drag = useColumnDrag(name, actions.moveBefore);
  useEffect(() => {
    if (used !== name) return;
    used = null;
    if (document.activeElement === document.body) button.current?.focus();
  }, [name]);
  const openMenu = () => {
    const box = button.current?.getBoundingClientRect();
    actions.openMenu(name, { x: box?.left ?? 0, y: box?.bottom ?? 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : null;
    if (event.key === "ArrowDown") openMenu();
    else if (event.key === "Enter" && event.shiftKey) sortBy(true);
    else if (by !== null && event.shiftKey && event.altKey) actions.widen(name, by * 16);
    else if (by !== null && event.shiftKey) actions.step(name, by);
    else return;
    event.preventDefault();
  };
  const sortBy = (isAdded: boolean) => {
    used = name;
    actions.sort(name, isAdded);
  };
  const Arrow = sort === "descending" ? IconArrowDown : IconArrowUp;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within it is the control
    <div
      className={classes.head}
      data-column={name}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        event.stopPropagation();
        const isByKey = event.clientX === 0 && event.clientY === 0;
        if (isByKey) openMenu();
        else actions.openMenu(name, { x: event.clientX, y: event.clientY });
      }}
      {...drag}
    >
      <button
        ref={button}
        type="button"
        className={classes.sort}
        title="Click to sort, with Shift to sort by this column too. Drag to move, ↓ for the menu."
        onClick={(event) => sortBy(event.shiftKey)}
        onKeyDown={onKeyDown}
      >
        <ColumnLabel column={column}>
          {sort && (
            <span className={classes.sorted}>
              <Arrow size={13} aria-hidden />
              {rank !== null && <span className={classes.rank}>{rank}</span>}
            </span>
          )}
        </ColumnLabel>
      </button>
      {/* By keys the menu opens from the head itself. */}
      <span aria-hidden className={classes.menu} onClick={openMenu}>
        <IconChevronDown size={13} />
      </span>
    </div>
  );
}
