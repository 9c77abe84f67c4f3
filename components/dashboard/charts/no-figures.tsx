"use client";

import { EmptyState } from "@/components/ui/empty-state";
import { useRefresh } from "./use-refresh";

const REFRESH_MS = 5_000;

/** Shown in place of the charts while a range has no samples. */
export function NoFigures({ isNew }: { isNew: boolean }) {
  useRefresh(REFRESH_MS);
  return (
    <EmptyState
      title="No data yet"
      text={
        isNew
          ? "Metrics are collected every minute and will appear here."
          : "No metrics were collected in this period. New ones appear every minute."
      }
    />
  );
}
