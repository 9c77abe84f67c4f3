"use client";

import { useMemo } from "react";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { useGrid } from "../grid/use-grid";
import type { CellEdit } from "./cell-edit";
import type { RowView } from "./row-address";

/** Returns the grid state of a page of rows. */
export function useRowGrid({ shape, rows, rowsBefore }: BrowsedTable, sort: RowView["sort"], edit: CellEdit | null) {
  const columns = useMemo(
    () =>
      shape.columns.map(({ name, type, baseType, isGenerated }) => ({
        name,
        baseType,
        typeName: shape.primaryKey.includes(name) ? `${type}, key` : type,
        sort: sort?.column === name ? sort.direction : undefined,
        isReadOnly: isGenerated,
      })),
    [shape, sort],
  );
  const values = useMemo(() => rows.map(({ cells }) => cells), [rows]);
  const ids = useMemo(() => rows.map(({ key }, row) => (key === null ? String(row) : JSON.stringify(key))), [rows]);
  return useGrid(columns, values, { rowsBefore, ids, edited: edit?.isWide === false ? edit.cell.column : undefined });
}
