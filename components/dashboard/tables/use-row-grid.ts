"use client";

import { useMemo } from "react";
import type { BrowsedTable, RowSort } from "@/lib/sql/tables/resource";
import { useGrid } from "../grid/use-grid";
import type { CellEdit } from "./cell-edit";
import type { ColumnArrangement } from "./use-column-layout";

/** Returns the grid state of a page of rows, whose columns are arranged. */
export function useRowGrid(
  { shape, rows, rowsBefore }: BrowsedTable,
  sort: readonly RowSort[],
  edit: CellEdit | null,
  arrangement: ColumnArrangement,
) {
  const columns = useMemo(
    () =>
      shape.columns.map(({ name, type, baseType, isGenerated }) => ({
        name,
        baseType,
        typeName: shape.primaryKey.includes(name) ? `${type}, key` : type,
        sort: sort.find(({ column }) => column === name)?.direction,
        isReadOnly: isGenerated,
      })),
    [shape, sort],
  );
  const values = useMemo(() => rows.map(({ cells }) => cells), [rows]);
  const ids = useMemo(() => rows.map(({ key }, row) => (key === null ? String(row) : JSON.stringify(key))), [rows]);
  const { pinned, widthOf, resize } = arrangement;
  return useGrid(columns, values, {
    rowsBefore,
    ids,
    edited: edit?.isWide === false ? edit.cell.column : undefined,
    pinned,
    widths: { widthOf, resize },
  });
}
