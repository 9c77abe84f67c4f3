"use client";

import type { KeyboardEvent } from "react";
import type { TreeRow } from "./tree-rows";

interface Tree {
  rows: readonly TreeRow[];
  /** The index of the active line. */
  active: number;
  activate: (index: number) => void;
  setOpen: (id: string, isOpen: boolean) => void;
  /** Does the same as Enter. */
  enter: (row: TreeRow) => void;
  openMenu: (row: TreeRow) => void;
}

const PAGE = 10;

/** Returns the key handler of the tree, by the keys of the ARIA pattern for trees. */
export function useTreeKeys({ rows, active, activate, setOpen, enter, openMenu }: Tree) {
  const at = (index: number) => activate(Math.min(Math.max(index, 0), rows.length - 1));
  const right = (row: TreeRow) => {
    if (!("isOpen" in row)) return;
    if (row.isOpen) at(active + 1);
    else setOpen(row.id, true);
  };
  const left = (row: TreeRow) => {
    if ("isOpen" in row && row.isOpen) setOpen(row.id, false);
    else if (row.parent !== null) at(rows.findIndex(({ id }) => id === row.parent));
  };
  const keys = new Map<string, (row: TreeRow) => void>([
    ["ArrowDown", () => at(active + 1)],
    ["ArrowUp", () => at(active - 1)],
    ["PageDown", () => at(active + PAGE)],
    ["PageUp", () => at(active - PAGE)],
    ["Home", () => at(0)],
    ["End", () => at(rows.length - 1)],
    ["ArrowRight", right],
    ["ArrowLeft", left],
    ["Enter", enter],
    [" ", (row) => "isOpen" in row && setOpen(row.id, !row.isOpen)],
    ["ContextMenu", openMenu],
  ]);
  return (event: KeyboardEvent) => {
    const key = event.key === "F10" && event.shiftKey ? "ContextMenu" : event.key;
    const row = rows[active];
    const act = keys.get(key);
    if (!act || !row || event.altKey || event.ctrlKey || event.metaKey) return;
    // A menu handles its own keys, and its button Enter and the space bar.
    const { target, currentTarget } = event;
    if (target !== currentTarget && !/^(Arrow|Page|Home|End)/.test(key)) return;
    if (!currentTarget.contains(target as Node)) return;
    event.preventDefault();
    act(row);
  };
}
