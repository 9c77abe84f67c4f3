"use client";

import { IconArrowUpRight } from "@tabler/icons-react";
import type { Route } from "next";
import Link from "next/link";
import { cellText } from "../grid/cell-text";
import classes from "./row-grid.module.css";

interface Props {
  value: string | null;
  isCut: boolean;
  isBoolean: boolean;
  target: { href: string; table: string } | null;
}

/** A value in its cell: on one line, with NULL and empty text told apart, and a way to the row it names. */
export function CellContent({ value, isCut, isBoolean, target }: Props) {
  if (value === null) return <span className={classes.null}>NULL</span>;
  if (value === "") return <span className={classes.empty}>empty</span>;
  if (isBoolean) return value === "t" ? "true" : "false";
  return (
    <>
      <bdi>
        {cellText(value)}
        {isCut && "…"}
      </bdi>
      {target && (
        <Link
          href={target.href as Route}
          prefetch={false}
          tabIndex={-1}
          className={classes.target}
          aria-label={`Open row of ${target.table}`}
        >
          <IconArrowUpRight size={14} aria-hidden />
        </Link>
      )}
    </>
  );
}
