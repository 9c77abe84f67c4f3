"use client";

import { useEffect, useMemo, useState } from "react";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import type { GridColumn, GridValues } from "../../grid/grid-column";
import { type Direction, sortedOrder } from "./sorted-order";

export interface Sort {
  column: number;
  direction: Direction;
}

/** Sorts the loaded rows by a column: ascending, descending, and as they arrived again. */
export function useSort(columns: readonly ResultColumn[], rows: readonly GridValues[]) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [sorted, setSorted] = useState<{ by: Sort; of: readonly GridValues[]; rows: GridValues[] } | null>(null);
  useEffect(() => {
    if (!sort) return setSorted(null);
    const work = new AbortController();
    const typeName = columns[sort.column]?.typeName ?? "";
    sortedOrder(rows, { ...sort, typeName }, work.signal).then(
      (order) => setSorted({ by: sort, of: rows, rows: order.map((index) => rows[index] ?? []) }),
      (error: unknown) => {
        if (!work.signal.aborted) throw error;
      },
    );
    return () => work.abort();
  }, [sort, columns, rows]);
  const shown = sorted?.of === rows ? sorted : null;
  const by = shown?.by ?? null;
  const shownColumns = useMemo<readonly GridColumn[]>(
    () => columns.map((column, index) => ({ ...column, sort: by?.column === index ? by.direction : undefined })),
    [columns, by],
  );
  return {
    columns: shownColumns,
    rows: shown?.rows ?? rows,
    /** The sort that the rows are in, which follows the wanted one. */
    by,
    isSorting: sort !== by,
    toggle: (column: number) => setSort((now) => nextSort(now, column)),
    reset: () => setSort(null),
  };
}

function nextSort(now: Sort | null, column: number): Sort | null {
  if (now?.column !== column) return { column, direction: "ascending" };
  return now.direction === "ascending" ? { column, direction: "descending" } : null;
}
