"use client";

import { cellText } from "./cell-text";
import classes from "./grid.module.css";

/** A value on one line. NULL and empty text can be told apart; `isCut` marks one whose end is missing. */
export function CellValue({ value, isCut = false }: { value: string | null; isCut?: boolean }) {
  if (value === null) return <span className={classes.null}>NULL</span>;
  if (value === "") return <span className={classes.empty}>empty</span>;
  return (
    <bdi>
      {cellText(value)}
      {isCut && "…"}
    </bdi>
  );
}
