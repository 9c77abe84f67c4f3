import { z } from "zod";
import type { Context } from "@/lib/core/context";
import type { TableName } from "@/lib/sql/customer-session/quoting";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { IS_SERVICE_SCHEMA } from "./service-schema";

/** The most names that one answer has; the others are found by a part of their name. */
export const MAX_TABLE_NAMES = 2_000;

export const TableNamesInput = z.object({
  /** A part of `schema.name`, in either case. */
  search: z.string().trim().max(128).default(""),
});

const FIND = `
SELECT n.nspname, c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND has_table_privilege(c.oid, 'SELECT')
  AND strpos(lower(n.nspname || '.' || c.relname), lower($1)) > 0
ORDER BY ${IS_SERVICE_SCHEMA}, n.nspname <> 'public', n.nspname, c.relname LIMIT ${MAX_TABLE_NAMES + 1}`;

/** Returns the names of the tables and views that the database's role may read; `isCut` says that there are more. */
export function findTableNames(
  ctx: Context,
  { databaseId, search }: z.output<typeof TableNamesInput> & { databaseId: string },
): Promise<{ tables: TableName[]; isCut: boolean }> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const { rows } = await session.query(FIND, [search]);
    const tables = rows.map(([schema, name]) => ({ schema: schema ?? "", name: name ?? "" }));
    return { tables: tables.slice(0, MAX_TABLE_NAMES), isCut: tables.length > MAX_TABLE_NAMES };
  });
}
