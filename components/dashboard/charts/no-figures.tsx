"use client";

import { EmptyState } from "@/components/ui/empty-state";
import { useRefresh } from "./use-refresh";

const REFRESH_MS = 5_000;

/** Shown in place of the charts while a range has no samples. */
export function NoFigures({ isNew }: { isNew: boolean }) {
  useRefresh(REFRESH_MS);
  return (
    <EmptyState
      title="No figures yet"
      text={
        isNew
          ? "Size, connections, transactions, cache hits and locks are looked at every minute. The first figures show here by themselves."
          : "Nobody sampled the database in this time. Figures show here by themselves, every minute."
      }
    />
  );
}
