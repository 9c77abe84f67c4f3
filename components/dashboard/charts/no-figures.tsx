"use client";

import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import classes from "./charts.module.css";
import { useRefresh } from "./use-refresh";

const REFRESH_MS = 5_000;

/** Shown in place of the charts while a range has no samples. */
export function NoFigures({ isNew, ranges }: { isNew: boolean; ranges: ReactNode }) {
  useRefresh(REFRESH_MS);
  return (
    <>
      <div className={classes.toolbar}>
        <h2>Metrics</h2>
        <span className={classes.space} />
        {ranges}
      </div>
      <EmptyState
        title="No data yet"
        text={
          isNew
            ? "Metrics are collected every minute and will appear here."
            : "No metrics were collected in this period. New ones appear every minute."
        }
      />
    </>
  );
}
