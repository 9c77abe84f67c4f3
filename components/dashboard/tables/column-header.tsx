"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { ColumnLabel } from "../grid/column-label";
import type { GridColumn } from "../grid/grid-column";
import classes from "./row-grid.module.css";

interface Props {
  column: GridColumn;
  onSort: (column: string) => void;
}

/** The name and type of a column. A click sorts by it. */
export function ColumnHeader({ column, onSort }: Props) {
  const Arrow = column.sort === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" className={classes.head} onClick={() => onSort(column.name)}>
      <ColumnLabel column={column}>{column.sort && <Arrow size={13} aria-hidden />}</ColumnLabel>
    </button>
  );
}
