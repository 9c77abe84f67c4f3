"use client";

import dynamic from "next/dynamic";
import type { SchemaTreeProps } from "../schema-tree/schema-tree";
import type { QueryTab } from "./query-tab";
import { SavedQueries, type SavedQueriesProps } from "./saved-queries";
import classes from "./workspace.module.css";

const SchemaTree = dynamic(() => import("../schema-tree/schema-tree").then((module) => module.SchemaTree), {
  ssr: false,
});

export interface SideProps
  extends Pick<SchemaTreeProps, "databaseId" | "tables" | "source" | "insert" | "query">,
    Omit<SavedQueriesProps, "openId" | "changed"> {
  openTabs: readonly QueryTab[];
  activeId: string;
}

/** The left side of the editor: the tables of the database, and its saved queries. */
export function Side({ databaseId, tables, source, insert, query, openTabs, activeId, ...saved }: SideProps) {
  const active = openTabs.find(({ id }) => id === activeId);
  const changed = openTabs.flatMap(({ queryId, isChanged }) => (queryId !== null && isChanged ? [queryId] : []));
  return (
    <div className={classes.side}>
      <div className={classes.tree}>
        <SchemaTree databaseId={databaseId} tables={tables} source={source} insert={insert} query={query} />
      </div>
      <SavedQueries {...saved} openId={active?.queryId ?? null} changed={new Set(changed)} />
    </div>
  );
}
