"use client";

import { useState } from "react";
import type { RowSort } from "@/lib/sql/tables/resource";
import type { GridState } from "../grid/use-grid";
import type { ColumnActions } from "./column-header";
import { ColumnMenu, type OpenedColumnMenu } from "./column-menu";
import { sortedBy } from "./sorted-by";
import type { ColumnArrangement } from "./use-column-layout";

interface Options {
  arrangement: ColumnArrangement;
  grid: GridState;
  sort: readonly RowSort[];
  onSort: (sort: readonly RowSort[]) => void;
  /** Asks for a condition of a column. */
  onFilter: (column: string) => void;
}

/** Returns the actions of columns' heads, and the menu of the chosen one. */
export function useColumnActions({ arrangement, grid, sort, onSort, onFilter }: Options) {
  const [opened, setOpened] = useState<OpenedColumnMenu | null>(null);
  const actions: ColumnActions = {
    sort: (column, isAdded) => onSort(sortedBy(sort, column, isAdded)),
    widen: (column, by) => grid.sizes.widen(arrangement.names.indexOf(column), by),
    step: arrangement.step,
    moveBefore: arrangement.moveBefore,
    openMenu: (column, at) => setOpened({ column, at }),
  };
  const menu = (
    <ColumnMenu
      opened={opened}
      arrangement={arrangement}
      sort={sort}
      onSort={onSort}
      onFilter={onFilter}
      onClose={() => setOpened(null)}
    />
  );
  return { actions, menu };
}
