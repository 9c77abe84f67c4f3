"use client";

import { columnResizingFeature, columnSizingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { ResultColumn } from "../results/outcome";

const features = tableFeatures({ columnSizingFeature, columnResizingFeature });
type Row = readonly (string | null)[];
/** The rows stay outside: the table would make an object of each, and only its columns are needed. */
const NO_ROWS: Row[] = [];

const CHARACTER = 7.6;
const PADDING = 26;
const SAMPLE = 60;

export interface ColumnSizes {
  widths: readonly number[];
  /** Where each column begins, from the first one's start. */
  starts: readonly number[];
  total: number;
  resize: (column: number, by: number) => void;
  /** Back to what fits. */
  reset: (column: number) => void;
  startResizing: (column: number) => (event: unknown) => void;
}

/** Widths that fit the first rows, until somebody changes them. */
export function useColumnSizes(columns: readonly ResultColumn[], rows: readonly Row[]): ColumnSizes {
  const definitions = useMemo(
    () =>
      columns.map((column, index) => ({
        id: String(index),
        accessorFn: (row: Row) => row[index] ?? null,
        size: fitting(column, index, rows),
        minSize: 48,
        maxSize: 1_600,
      })),
    [columns, rows],
  );
  const table = useTable({ features, columns: definitions, data: NO_ROWS, columnResizeMode: "onChange" });
  const headers = table.getFlatHeaders();
  const widths = headers.map((header) => header.getSize());
  let total = 0;
  const starts = widths.map((width) => {
    total += width;
    return total - width;
  });
  return {
    ...{ widths, starts, total },
    resize: (column, by) =>
      table.setColumnSizing((sizes) => ({
        ...sizes,
        [String(column)]: Math.min(1_600, Math.max(48, (widths[column] ?? 120) + by)),
      })),
    reset: (column) => headers[column]?.column.resetSize(),
    startResizing: (column) => headers[column]?.getResizeHandler() ?? (() => {}),
  };
}

function fitting({ name, typeName }: ResultColumn, index: number, rows: readonly Row[]): number {
  let longest = Math.max(name.length, typeName.length);
  for (const row of rows.slice(0, SAMPLE)) longest = Math.max(longest, Math.min(row[index]?.length ?? 4, 60));
  return Math.round(Math.min(380, Math.max(72, longest * CHARACTER + PADDING)));
}
