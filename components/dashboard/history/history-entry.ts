import type { ReactNode } from "react";
import type { LatestChange } from "@/lib/sql/data-changes/resource";
import type { ListedStatement } from "@/lib/sql/statements/resource";

export interface HistoryEntry extends Omit<ListedStatement, "change"> {
  /** The change that can be undone or redone: the statement's own, or the latest that undid or redid it. */
  change: LatestChange | null;
  /** The statement in one line, and whole, both in colours. */
  line: ReactNode;
  whole: ReactNode;
  /** The address of the page that restores the database to the moment before; `null` where that can't be done. */
  restoreBefore: string | null;
}
