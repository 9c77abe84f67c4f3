import type { Conflict } from "./change-conflict";
import type { RowValues } from "./recorded-rows";

export type UndoPreview =
  | {
      kind: "rows";
      tables: {
        schema: string;
        name: string;
        columns: string[];
        rowCount: number;
        /** The first of them, as the change left them and as they become: `null` where there is no row. */
        rows: { left: RowValues | null; becomes: RowValues | null }[];
      }[];
      /** What keeps it from being taken back: the first of the rows, and what else there is. */
      conflicts: readonly Conflict[];
      conflictCount: number;
      message: string | null;
    }
  | {
      kind: "restore-point";
      /** ISO 8601, UTC; `null` where the restore point is gone. */
      keptAt: string | null;
    };

export interface AppliedRowChanges {
  changeId: string;
  rowCount: number;
  /** Undoing it restores the whole database. */
  isDatabaseKept: boolean;
  /** The row as it is now by column, generated ones aside, where one was written and kept by itself. */
  row: Record<string, string | null> | null;
}

/** Where a change stands after it was taken back, done again, and so on. */
export interface LatestChange {
  /** The last of the changes that followed from it: undoing that one is the next step. `null` when nothing can be undone. */
  id: string | null;
  isUndone: boolean;
}
