"use client";

import { IconArrowUpRight } from "@tabler/icons-react";
import type { Route } from "next";
import Link from "next/link";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { inWords } from "../grid/cell-text";
import { CellValue } from "../grid/cell-value";
import type { GridCell } from "../grid/grid-move";
import classes from "./row-grid.module.css";

interface Props {
  table: BrowsedTable;
  cell: GridCell;
  target: { href: string; table: string } | null;
}

/** A value in its cell, with a link to the row that it references. */
export function CellContent({ table: { shape, rows }, cell: { row, column }, target }: Props) {
  const value = inWords(shape.columns[column]?.input, rows[row]?.cells[column] ?? null);
  return (
    <>
      <CellValue value={value} isCut={rows[row]?.cut.includes(column)} />
      {target && (
        <Link
          href={target.href as Route}
          prefetch={false}
          tabIndex={-1}
          className={classes.target}
          aria-label={`Open row in ${target.table}`}
        >
          <IconArrowUpRight size={14} aria-hidden />
        </Link>
      )}
    </>
  );
}
