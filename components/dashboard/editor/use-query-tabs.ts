"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import type { QueryTab } from "./query-tab";
import { queryTabsOf } from "./query-tabs";

/** Returns the saved queries of a database and the tabs that are open in this window. */
export function useQueryTabs(databaseId: string, initial: readonly SavedQuery[]) {
  const [queries, setQueries] = useState(initial);
  const { tabs, activeId, toRunId } = useStore(queryTabsOf(databaseId));
  useEffect(() => queryTabsOf(databaseId).follow(queries), [databaseId, queries]);
  const queryOf = ({ queryId }: QueryTab) => queries.find(({ id }) => id === queryId) ?? null;
  const put = (saved: SavedQuery) => {
    setQueries((all) => [...all.filter(({ id }) => id !== saved.id), saved].sort(byName));
  };
  const drop = (queryId: string) => {
    const tab = tabs.find((each) => each.queryId === queryId);
    if (tab) queryTabsOf(databaseId).close(tab.id);
    setQueries((all) => all.filter(({ id }) => id !== queryId));
  };
  return { tabs, activeId, toRunId, queries, queryOf, put, drop };
}

function byName(a: SavedQuery, b: SavedQuery): number {
  return a.name < b.name ? -1 : 1;
}
