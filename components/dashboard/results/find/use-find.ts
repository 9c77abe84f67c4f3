"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { GridState } from "../../grid/use-grid";
import { findInRows, placeFrom, searchPattern } from "./find-in-rows";

interface Found {
  cells: readonly number[];
  isAll: boolean;
}

const NOTHING: Found = { cells: [], isAll: true };

/** Finds a text in the loaded rows, and moves the grid's active cell from match to match. */
export function useFind(grid: GridState) {
  const { columns, rows } = grid;
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [found, setFound] = useState(NOTHING);
  const input = useRef<HTMLInputElement>(null);
  const pattern = useMemo(() => (isOpen ? searchPattern(text) : null), [isOpen, text]);
  const { active } = grid;
  const at = active ? active.row * columns.length + active.column : 0;
  const goTo = (cell: number | undefined) => {
    if (cell === undefined) return;
    grid.goTo({ row: Math.floor(cell / columns.length), column: cell % columns.length });
  };
  /** The search is not begun anew when these change. */
  const latest = useRef({ at, goTo });
  useEffect(() => {
    latest.current = { at, goTo };
  });
  useEffect(() => {
    if (!pattern) return setFound(NOTHING);
    const work = new AbortController();
    let isShown = false;
    const onFound = (cells: readonly number[], isAll: boolean) => {
      setFound({ cells, isAll });
      if (isShown) return;
      const next = cells[placeFrom(cells, latest.current.at)] ?? (isAll ? cells[0] : undefined);
      isShown = next !== undefined;
      latest.current.goTo(next);
    };
    findInRows({ columns, rows }, pattern, { signal: work.signal, onFound }).catch((error: unknown) => {
      if (!work.signal.aborted) throw error;
    });
    return () => work.abort();
  }, [pattern, columns, rows]);
  const { cells } = found;
  const place = placeFrom(cells, at);
  const isAtMatch = active !== null && cells[place] === at;
  return {
    ...found,
    isOpen,
    text,
    setText,
    input,
    pattern,
    /** The number of the match that the active cell is, from 1; `null` where it is none. */
    current: isAtMatch ? place + 1 : null,
    open: () => {
      setIsOpen(true);
      input.current?.select();
    },
    close: () => {
      setIsOpen(false);
      grid.focus();
    },
    step: (by: 1 | -1) => {
      const next = by === -1 ? place - 1 : isAtMatch ? place + 1 : place;
      goTo(cells[(next + cells.length) % cells.length]);
    },
  };
}

export type FindState = ReturnType<typeof useFind>;
