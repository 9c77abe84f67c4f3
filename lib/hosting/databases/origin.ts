import type { z } from "zod";
import { DATABASE_COLUMNS, type Database, toDatabase } from "./resource";

/** What the dashboard shows of a database. */
export interface DatabaseWithOrigin extends z.infer<typeof Database> {
  /** The name of the database it was branched from; `null` for one that is no branch. */
  parentName: string | null;
  /** Kept after the parent is gone. */
  parentDatabaseId: string | null;
}

export const ORIGIN_COLUMNS = { ...DATABASE_COLUMNS, parentName: true, parentDatabaseId: true } as const;

type Row = Parameters<typeof toDatabase>[0] & Pick<DatabaseWithOrigin, "parentName" | "parentDatabaseId">;

export function toDatabaseWithOrigin(row: Row): DatabaseWithOrigin {
  return { ...toDatabase(row), parentName: row.parentName, parentDatabaseId: row.parentDatabaseId };
}
