import type { Person } from "@/lib/people/members/resource";
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
        /** The first rows, as the change left them and as they become; `null` where there is no row. */
        rows: { left: RowValues | null; becomes: RowValues | null }[];
      }[];
      conflicts: readonly Conflict[];
      conflictCount: number;
      message: string | null;
    }
  | {
      kind: "restore-point";
      /** When the restore point was taken, ISO 8601, UTC; `null` where it is gone. */
      keptAt: string | null;
      /** The later changes by hand, newest first, which are taken back too; at most 20 of `sinceCount`. */
      since: ChangeSince[];
      sinceCount: number;
    };

export interface ChangeSince {
  /** The statement with its secrets masked; of an undo, the statement that it took back. */
  text: string;
  isUndo: boolean;
  /** ISO 8601, UTC. */
  at: string;
  /** The member; `null` for a former one, and for an undo. */
  person: Person | null;
}

export interface AppliedRowChanges {
  changeId: string;
  rowCount: number;
  /** Whether undoing the change restores the whole database. */
  isDatabaseKept: boolean;
  /** The written row by column, without generated ones; `null` where none was written or a restore point was taken. */
  row: Record<string, string | null> | null;
}

/** Why the database refuses one of several changes. */
export interface RowFailure {
  /** The place of the change among those that were sent. */
  index: number;
  message: string;
}

/** The state of a change after it was undone, redone, and so on. */
export interface LatestChange {
  /** The last change that followed from it, which is the next to undo; `null` when nothing can be undone. */
  id: string | null;
  isUndone: boolean;
}

/** A change of the last ones that were made by hand. */
export interface ListedChange {
  id: string;
  /** The statement with its secrets masked. */
  text: string;
  rowCount: number;
  /** ISO 8601, UTC. */
  at: string;
  /** The member; `null` for a former one. */
  person: Person | null;
  latest: LatestChange | null;
}
