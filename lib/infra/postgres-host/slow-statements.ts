import type pg from "pg";
import type { LimitedQuery } from "@/lib/core/db/limited-client";
import { codeOf } from "@/lib/core/error-code";
import type { SlowStatement } from "@/lib/core/ports/database-host";
import { SQLSTATE } from "@/lib/core/sql-state";
import { ofCustomer } from "./sessions";

const MAX_CHARACTERS = 2_000;
const ANSWER_WITHIN_MS = 10_000;

/** The library is not loaded, or the provisioner may not use the extension's schema. */
const UNREADABLE: ReadonlySet<string | null> = new Set([
  SQLSTATE.objectNotInPrerequisiteState,
  SQLSTATE.insufficientPrivilege,
]);

const FIND_EXTENSION = `
  SELECT quote_ident(n.nspname) AS schema FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
  WHERE e.extname = 'pg_stat_statements'`;

/** Times are in milliseconds there; statements of several roles that differ in constants alone are one. */
const readFrom = (schema: string) => `
  SELECT left(min(query), ${MAX_CHARACTERS}) AS statement, sum(calls)::float8 AS calls, sum(rows)::float8 AS rows,
    (sum(total_exec_time) * 1000)::float8 AS "totalMicros"
  FROM ${schema}.pg_stat_statements AS s JOIN pg_database AS d ON d.oid = s.dbid JOIN pg_roles AS r ON r.oid = s.userid
  WHERE d.datname = $1 AND ${ofCustomer("r.rolname")}
  GROUP BY queryid ORDER BY 4 DESC, queryid LIMIT $2`;

/**
 * Reads the slowest statements of a database's own roles. Returns `null` where the host's maintenance database has no
 * extension `pg_stat_statements` that can be read.
 */
export async function readSlowStatements(
  client: pg.ClientBase,
  id: string,
  limit: number,
): Promise<SlowStatement[] | null> {
  const extension = await client.query<{ schema: string }>(FIND_EXTENSION);
  const [found] = extension.rows;
  if (!found) return null;
  try {
    const { rows } = await client.query<SlowStatement>({
      ...{ text: readFrom(found.schema), values: [id, limit], answerWithinMs: ANSWER_WITHIN_MS },
    } as LimitedQuery);
    return rows;
  } catch (error) {
    if (UNREADABLE.has(codeOf(error))) return null;
    throw error;
  }
}
