"use client";

import type { ReactNode } from "react";
import classes from "./grid.module.css";
import type { GridColumn } from "./grid-column";

/** The name of a column above its type. */
export function ColumnLabel({ column: { name, typeName }, children }: { column: GridColumn; children?: ReactNode }) {
  return (
    <span className={classes.label}>
      <span className={classes.name} title={name}>
        <bdi>{name}</bdi>
        {children}
      </span>
      <span className={classes.type}>{typeName}</span>
    </span>
  );
}
