import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { TableInput } from "./get";

export const ListDependentsInput = TableInput.extend({
  /** The part of the table that would be dropped, or an index or a type of its schema; the table itself without one. */
  part: z
    .strictObject({ kind: z.enum(["column", "constraint", "index", "type"]), name: z.string().min(1).max(252) })
    .nullable(),
});
export type ListDependentsInput = z.output<typeof ListDependentsInput>;

const MAX_DEPENDENTS = 100;

/**
 * Follows the objects that go along silently ('a', 'i'), and those that only CASCADE drops. A rule stands for its view.
 */
const FIND = `
WITH RECURSIVE target AS (
  SELECT 'pg_class'::regclass::oid AS classid, c.oid AS objid, coalesce((SELECT a.attnum::int FROM pg_attribute AS a
    WHERE $3 = 'column' AND a.attrelid = c.oid AND a.attname = $4), 0) AS subid
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND $3 IN ('table', 'column') AND has_table_privilege(c.oid, 'SELECT')
  UNION ALL
  SELECT 'pg_constraint'::regclass, k.oid, 0 FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND $3 = 'constraint' AND k.conname = $4 AND has_table_privilege(c.oid, 'SELECT')
  UNION ALL
  SELECT 'pg_class'::regclass, i.indexrelid, 0 FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid
  JOIN pg_namespace AS n ON n.oid = x.relnamespace
  WHERE n.nspname = $1 AND $3 = 'index' AND x.relname = $4 AND has_table_privilege(i.indrelid, 'SELECT')
  UNION ALL
  SELECT 'pg_type'::regclass, t.oid, 0 FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
  WHERE n.nspname = $1 AND $3 = 'type' AND t.typname = $4
), gone AS (
  SELECT classid, objid, subid, false AS is_blocking FROM target
  UNION
  SELECT CASE WHEN r.oid IS NULL THEN d.classid ELSE 'pg_class'::regclass END, coalesce(r.ev_class, d.objid),
    CASE WHEN r.oid IS NULL THEN d.objsubid ELSE 0 END, g.is_blocking OR d.deptype = 'n'
  FROM gone AS g JOIN pg_depend AS d ON d.refclassid = g.classid AND d.refobjid = g.objid AND (g.subid = 0 OR d.refobjsubid = g.subid)
  LEFT JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
  WHERE d.deptype IN ('n', 'a', 'i')
)
SELECT DISTINCT pg_describe_object(classid, objid, subid) FROM gone AS g
WHERE is_blocking AND classid NOT IN ('pg_attrdef'::regclass, 'pg_type'::regclass, 'pg_rewrite'::regclass, 'pg_trigger'::regclass)
  AND NOT EXISTS (SELECT FROM gone AS silent WHERE NOT silent.is_blocking AND silent.classid = g.classid AND silent.objid = g.objid)
ORDER BY 1 LIMIT ${MAX_DEPENDENTS}`;

/**
 * Returns the objects that CASCADE would drop along, as PostgreSQL describes it, such as `view sales`. Without CASCADE
 * a DROP is refused while there is any.
 */
export function listDependents(ctx: Context, input: ListDependentsInput): Promise<{ dependents: string[] }> {
  const { schema, name, part } = input;
  return withReadSession(ctx, input, async (session) => {
    const { rows } = await session.query(FIND, [schema, name, part?.kind ?? "table", part?.name ?? ""]);
    return { dependents: rows.map(([text]) => text ?? "") };
  });
}
