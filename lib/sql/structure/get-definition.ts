import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { AFTER, BEFORE, FRAME, LINES } from "./definition-queries";
import type { TableInput } from "./get";

const FIND = `SELECT c.oid::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT')`;

/**
 * Returns the statements that make a table or view as it is, without its rows, grants, partitions, and the types and
 * functions that it uses. Throws `not_found` for a table that is not there or may not be read.
 */
export function getTableDefinition(ctx: Context, input: TableInput): Promise<{ text: string }> {
  return withReadSession(ctx, input, async (session) => {
    const found = await session.query(FIND, [input.schema, input.name]);
    const oid = found.rows[0]?.[0];
    if (!oid) throw new ServiceError("not_found", "There's no such table, or this role can't read it.");
    const statements = await readTexts(session, BEFORE, oid);
    statements.push(await readCreate(session, oid));
    for (const query of AFTER) statements.push(...(await readTexts(session, query, oid)));
    return { text: `${statements.join(";\n\n")};\n` };
  });
}

async function readCreate(session: CustomerSession, oid: string): Promise<string> {
  const { rows } = await session.query(FRAME, [oid]);
  const [head, tail] = rows[0] ?? [];
  if (tail === null || tail === undefined) return head ?? "";
  const lines = await readTexts(session, LINES, oid);
  const body = lines.length === 0 ? "()" : `(\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`;
  return [`${head} ${body}`, tail].filter(Boolean).join(" ");
}

async function readTexts(session: CustomerSession, query: string, oid: string): Promise<string[]> {
  const { rows } = await session.query(query, [oid]);
  return rows.flatMap(([text]) => (text ? [text] : []));
}
