"use client";

import { useMemo } from "react";
import { BrowserMemory } from "@/components/ui/browser-memory";
import { useKept } from "@/components/ui/use-kept";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import {
  arranged,
  type ColumnLayout,
  pinnedOf,
  readLayout,
  shownOf,
  toggled,
  withMoved,
  withStep,
} from "./column-layout";

const memory = new BrowserMemory("columns:");
const FORM = {
  read: readLayout,
  write: (layout: ColumnLayout) => (Object.keys(layout).length === 0 ? null : JSON.stringify(layout)),
};

/**
 * Returns the table as the member has arranged its columns, and functions that arrange them. `keptAs` is the name of
 * the entry that the browser keeps: the member, the database and the table.
 */
export function useColumnLayout(table: BrowsedTable, keptAs: string) {
  const { shape } = table;
  const [layout, change] = useKept(memory, keptAs, FORM);
  const { order, hidden, pinned, widths } = layout;
  const names = useMemo(
    () => shownOf({ ...(order && { order }), ...(hidden && { hidden }), ...(pinned && { pinned }) }, shape),
    [order, hidden, pinned, shape],
  );
  const shown = useMemo(() => arranged(table, names), [table, names]);
  const pins = pinnedOf(layout, shape);
  return {
    shape,
    layout,
    shown,
    names,
    hiddenCount: shape.columns.length - names.length,
    /** The number of columns that stay at the left. */
    pinned: names.filter((name) => pins.includes(name)).length,
    isPinned: (name: string) => pins.includes(name),
    isHidden: (name: string) => !names.includes(name),
    widthOf: (column: number) => widths?.[names[column] ?? ""],
    resize: (column: number, width: number | null) =>
      change(({ widths: before, ...rest }) => {
        const kept = Object.entries(before ?? {}).filter(([name]) => name !== names[column]);
        const all = [...kept, ...(width === null ? [] : [[names[column] ?? "", width] as const])];
        return all.length > 0 ? { ...rest, widths: Object.fromEntries(all) } : rest;
      }),
    toggle: (name: string) => change((now) => ({ ...now, hidden: toggled(now.hidden ?? [], name) })),
    pin: (name: string) => change((now) => ({ ...now, pinned: toggled(pinnedOf(now, shape), name) })),
    moveBefore: (name: string, before: string | null) => change((now) => withMoved(now, shape, name, before)),
    canStep: (name: string, by: -1 | 1) => withStep(layout, shape, name, by) !== layout,
    step: (name: string, by: -1 | 1) => change((now) => withStep(now, shape, name, by)),
    showAll: () => change(({ hidden: _, ...rest }) => rest),
    reset: () => change(() => ({})),
  };
}

export type ColumnArrangement = ReturnType<typeof useColumnLayout>;
