import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";

const SHOWN_TABLES = 3;

/** Each table with its schema, the kind of a catalog's rows, and its foreign keys to the tables of `$2`. */
const NAME_TABLES = `
SELECT c.oid, n.nspname, c.relname,
  CASE WHEN n.nspname <> 'pg_catalog' THEN NULL
    WHEN c.relname LIKE 'pg_largeobject%' THEN 'large objects' ELSE 'definitions of database objects' END,
  (SELECT string_agg(k.conname, ', ' ORDER BY k.conname) FROM pg_constraint k
   WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = ANY ($2::oid[]))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.oid = ANY ($1::oid[]) ORDER BY n.nspname = 'pg_catalog', n.nspname, c.relname`;

/**
 * Describes rows that were changed besides those of `own`, such as `2 rows in public.children (foreign key
 * children_id_fkey)`. `counts` has their number by table.
 */
export async function describeOtherRows(
  session: CustomerSession,
  counts: ReadonlyMap<string, number>,
  own: readonly string[],
): Promise<string> {
  const oids = [`{${[...counts.keys()].join(",")}}`, `{${own.join(",")}}`];
  const { rows } = await inCatalog(session, () => session.query(NAME_TABLES, oids));
  const names = rows.map(([oid = "", schema, name, catalog, keys]) => {
    if (catalog) return catalog;
    const count = counts.get(oid ?? "") ?? 0;
    const by = keys ? ` (foreign key ${keys})` : "";
    // TRUNCATE counts no rows, and forgets those that were counted.
    const rows = count > 0 ? `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}` : "rows";
    return `${rows} in ${schema}.${name}${by}`;
  });
  const all = [...new Set(names)];
  const [shown, left] = [all.slice(0, SHOWN_TABLES), all.length - SHOWN_TABLES];
  return left > 0 ? `${shown.join(", ")} and ${left} more tables` : shown.join(" and ");
}
