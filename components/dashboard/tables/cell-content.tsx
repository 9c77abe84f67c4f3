"use client";

import { IconArrowUpRight } from "@tabler/icons-react";
import type { Route } from "next";
import Link from "next/link";
import { inWords } from "../grid/cell-text";
import { CellValue } from "../grid/cell-value";
import type { GridCell } from "../grid/grid-move";
import type { ShownTable } from "./pending";
import { standIn } from "./pending-marks";
import classes from "./row-grid.module.css";

interface Props {
  table: ShownTable;
  cell: GridCell;
  target: { href: string; table: string } | null;
}

/** A value in its cell, with a link to the row that it references. */
export function CellContent({ table: { shape: shapeOf, rows }, cell: { row, column }, target }: Props) {
  const shape = shapeOf.columns[column];
  const given = rows[row]?.given;
  if (given && shape && !(shape.name in given)) {
    const text = standIn(shape);
    return <span className={text === "required" ? classes.required : classes.standIn}>{text}</span>;
  }
  const value = inWords(shape?.input, rows[row]?.cells[column] ?? null);
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
