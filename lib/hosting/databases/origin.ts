import { DATABASE_COLUMNS, type DatabaseWithOrigin, toDatabase } from "./resource";

export const ORIGIN_COLUMNS = { ...DATABASE_COLUMNS, parentName: true, parentDatabaseId: true } as const;

type Row = Parameters<typeof toDatabase>[0] & Pick<DatabaseWithOrigin, "parentName" | "parentDatabaseId">;

export function toDatabaseWithOrigin(row: Row): DatabaseWithOrigin {
  return { ...toDatabase(row), parentName: row.parentName, parentDatabaseId: row.parentDatabaseId };
}
