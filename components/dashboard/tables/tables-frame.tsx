"use client";

import dynamic from "next/dynamic";
import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import classes from "./tables-frame.module.css";

const TableTree = dynamic(() => import("./table-tree").then(({ TableTree: tree }) => tree), { ssr: false });

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  children: ReactNode;
}

/** The pages of one table, which stand beside the tree of all of them and fill the screen. */
const PAGES_OF_A_TABLE: ReadonlySet<string | null> = new Set(["rows", "structure", "definition"]);

/** Renders the tree of tables at the left of every page of a table. It stays when another table is opened. */
export function TablesFrame(props: Props) {
  return PAGES_OF_A_TABLE.has(useSelectedLayoutSegment()) ? <WithTree {...props} /> : props.children;
}

function WithTree({ databaseId, home, children }: Props) {
  return (
    <div className={classes.page} data-fills>
      <nav className={classes.tree} aria-label="Tables">
        <TableTree databaseId={databaseId} home={home} />
      </nav>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
