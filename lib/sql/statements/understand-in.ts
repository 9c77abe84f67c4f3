import { isPermitted, requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { withCustomerSession } from "@/lib/sql/customer-session/open";
import { relationName } from "@/lib/sql/data-changes/capture";
import { reasonToAsk } from "@/lib/sql/data-changes/needs-restore-point";
import { MAX_RECORDED_ROWS } from "@/lib/sql/data-changes/recorded-rows";
import { describeTarget, findRelation } from "@/lib/sql/data-changes/target";
import { isDestructive } from "../grammar/destructive";
import { refusalForReaders } from "../grammar/effect";
import { type ParsedStatement, parseStatements } from "../grammar/parse";
import { bindParameters } from "./bind-parameters";
import type { Understood, UnderstoodStatement } from "./resource";
import { understandStatement } from "./understand";

/** Statements beyond this time are judged by their text alone. */
const MAX_MILLISECONDS = 5_000;

/**
 * Returns what each statement of a text would do in this database. A change of rows that the rows alone could not undo,
 * because of its table or of how many rows Postgres expects to change, needs a restore point; to who may change nothing
 * it is refused. Throws
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
      const isAsked = statement.effect === "changes-rows" && performance.now() < until;
      const reason = tree && isAsked ? await reasonToKeep(session, tree) : null;
      known.push(reason === null ? statement : { ...statement, effect: "needs-restore-point", reason });
    }
    return known;
  });
}

async function reasonToKeep(session: CustomerSession, statement: ParsedStatement): Promise<string | null> {
  if (statement.kind === "CommentStmt") return null;
  const work = async () => {
    const relation = await findRelation(session, relationName(statement));
    const target = relation && (await inCatalog(session, () => describeTarget(session, relation.oid)));
    if (!target || target.isTemporary) return null;
    if (target.unfit !== null) return target.unfit;
    // The values are not known yet, and a generic plan looks at none.
    const { text, values } = bindParameters(statement, {});
    const options = values.length > 0 ? "GENERIC_PLAN, FORMAT JSON" : "FORMAT JSON";
    const { rows } = await session.query(`EXPLAIN (${options}) ${text}`, values);
    const expected = expectedRows(JSON.parse(rows[0]?.[0] ?? "null"));
    if (expected <= MAX_RECORDED_ROWS) return null;
    return `It probably changes about ${expected.toLocaleString("en")} rows, too many to undo row by row.`;
  };
  return inTransaction(session, "BEGIN READ ONLY", work, "ROLLBACK").catch((error: unknown) => {
    // A statement that Postgres refuses to plan fails with the same message when it runs.
    if (error instanceof StatementError) return null;
    throw error;
  });
}

function expectedRows(plan: unknown): number {
  const [root] = plan as [{ Plan?: { Plans?: { "Plan Rows"?: number }[] } }?];
  return Math.max(0, ...(root?.Plan?.Plans ?? []).map((child) => child["Plan Rows"] ?? 0));
}
