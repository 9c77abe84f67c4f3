"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { ColumnLabel } from "../../grid/column-label";
import type { GridColumn } from "../../grid/grid-column";
import classes from "../result-grid.module.css";

/** The name and type of a column. A click sorts the loaded rows by it; the grid's key S does the same. */
export function SortHeader({ column, sort }: { column: GridColumn; sort: () => void }) {
  const Arrow = column.sort === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" tabIndex={-1} className={classes.head} onClick={sort}>
      <ColumnLabel column={column}>{column.sort && <Arrow size={13} aria-hidden />}</ColumnLabel>
    </button>
  );
}
