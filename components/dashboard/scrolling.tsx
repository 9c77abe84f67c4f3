"use client";

import { TableScrollContainer } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./scrolling.module.css";

/** A table that is scrolled sideways where the screen is narrow, by keys too. `minWidth` in pixels. */
export function Scrolling({ label, minWidth, children }: { label: string; minWidth: number; children: ReactNode }) {
  return (
    <TableScrollContainer
      className={classes.region}
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </TableScrollContainer>
  );
}
