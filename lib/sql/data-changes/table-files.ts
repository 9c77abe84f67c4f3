import type { CustomerSession } from "@/lib/core/ports/customer-session";

/** The file of each table: TRUNCATE gives a table another one, and counts none of the rows that it takes. */
export type TableFiles = ReadonlyMap<string, string>;

/** Objects of lower numbers are PostgreSQL's own. A table and those that inherit from it are rewritten together. */
const READ_FILES = `
  WITH RECURSIVE tree (id) AS (
    SELECT to_regclass($1)::oid UNION SELECT inhrelid FROM tree JOIN pg_inherits ON inhparent = id)
  SELECT oid, relfilenode FROM pg_class
  WHERE relkind IN ('r', 'm') AND relpersistence <> 't' AND oid >= 16384
    AND oid NOT IN (SELECT id FROM tree WHERE id IS NOT NULL)`;

/** Reads the files of all tables but the one of this oid and its heirs. It must run within `inCatalog`. */
export async function readFilesBeside(session: CustomerSession, oid: string | null): Promise<TableFiles> {
  const { rows } = await session.query(READ_FILES, [oid]);
  return new Map(rows.map(([id, file]) => [id ?? "", file ?? ""]));
}

/** Returns the tables that have another file than before. Those that came or went since are left out. */
export function tablesOfOtherFiles(before: TableFiles, after: TableFiles): string[] {
  return [...before].filter(([oid, file]) => (after.get(oid) ?? file) !== file).map(([oid]) => oid);
}
