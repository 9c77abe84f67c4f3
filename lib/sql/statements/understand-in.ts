import { isPermitted, requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { withCustomerSession } from "@/lib/sql/customer-session/open";
import { reasonToAsk } from "@/lib/sql/data-changes/needs-restore-point";
import { isDestructive } from "../grammar/destructive";
import { refusalForReaders } from "../grammar/effect";
import { type ParsedStatement, parseStatements } from "../grammar/parse";
import { reasonToKeep } from "./reason-to-keep";
import type { Understood, UnderstoodStatement } from "./resource";
import { understandStatement } from "./understand";

/** Statements beyond this time are judged by their text alone. */
const MAX_MILLISECONDS = 5_000;

/**
 * Returns the effect of each statement of a text in this database. A change of rows that the rows alone could not undo,
 * because of its table or of how many rows Postgres expects to change, needs a restore point; to members who may change
 * nothing it is refused. Throws
 * `StatementSyntaxError`, `missing_permission`, `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function understandIn(ctx: Context, input: { databaseId: string; text: string }): Promise<Understood> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const parsed = await parseStatements(input.text);
  if (!isPermitted(ctx.actor, "data:write")) return { statements: parsed.map(understandForReader), reason: null };
  const statements = await judgeByDatabase(ctx, database, parsed);
  const kept = parsed.filter((_, index) => statements[index]?.effect === "needs-restore-point");
  if (kept.length === 0) return { statements, reason: null };
  const point = { organisationId, databaseId: database.id, isProtected: kept.some(isDestructive) };
  return { statements, reason: await reasonToAsk(ctx, point, null) };
}

function understandForReader(statement: ParsedStatement): UnderstoodStatement {
  const reason = refusalForReaders(statement);
  const understood = understandStatement(statement);
  return reason === null ? understood : { ...understood, effect: "refused", reason };
}

async function judgeByDatabase(
  ctx: Context,
  database: { id: string; hostId: string },
  parsed: readonly ParsedStatement[],
): Promise<UnderstoodStatement[]> {
  const statements = parsed.map(understandStatement);
  if (!statements.some(({ effect }) => effect === "changes-rows")) return statements;
  return withCustomerSession(ctx, database, {}, async (session) => {
    const until = performance.now() + MAX_MILLISECONDS;
    const known: UnderstoodStatement[] = [];
    for (const [index, statement] of statements.entries()) {
      const tree = parsed[index];
      const reason = tree && performance.now() < until ? await reasonToKeep(session, tree) : null;
      known.push(reason === null ? statement : { ...statement, effect: "needs-restore-point", reason });
    }
    return known;
  });
}
