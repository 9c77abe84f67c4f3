"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { isNumeric } from "../grid/cell-text";
import classes from "./row-grid.module.css";
import type { Column } from "./table";

export interface Sort {
  column: string;
  direction: "ascending" | "descending";
}

interface Props {
  column: Column;
  isKey: boolean;
  sort: Sort | undefined;
  onSort: (column: string) => void;
}

/** A column's name and type; pressing it sorts by it. */
export function ColumnHeader({ column: { name, type, baseType }, isKey, sort, onSort }: Props) {
  const direction = sort?.column === name ? sort.direction : undefined;
  const Arrow = direction === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={direction} data-numeric={isNumeric(baseType) || undefined}>
      <button type="button" className={classes.head} onClick={() => onSort(name)}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          {direction && <Arrow size={13} aria-hidden />}
        </span>
        <span className={classes.type}>
          {type}
          {isKey && ", key"}
        </span>
      </button>
    </th>
  );
}
