import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { relationName } from "@/lib/sql/data-changes/capture";
import { MAX_RECORDED_ROWS } from "@/lib/sql/data-changes/recorded-rows";
import { describeTarget, findRelation } from "@/lib/sql/data-changes/target";
import { judge } from "../grammar/effect";
import type { ParsedStatement } from "../grammar/parse";
import { bindParameters } from "./bind-parameters";

/**
 * Returns why a change of rows needs a restore point: because of its table, or of how many rows Postgres expects to
 * change. `null` where neither is known to stand against keeping the rows, and for any other statement.
 */
export function reasonToKeep(session: CustomerSession, statement: ParsedStatement): Promise<string | null> {
  return look(session, statement, () => reasonOfPlan(session, statement));
}

/** Returns the reason that lies in the table of a change of rows: a plan's estimate may be far from the effect. */
export function reasonOfTable(session: CustomerSession, statement: ParsedStatement): Promise<string | null> {
  return look(session, statement, async () => null);
}

async function look(
  session: CustomerSession,
  statement: ParsedStatement,
  further: () => Promise<string | null>,
): Promise<string | null> {
  if (statement.kind === "CommentStmt" || judge(statement).effect !== "changes-rows") return null;
  const work = async () => {
    const relation = await findRelation(session, relationName(statement));
    const target = relation && (await inCatalog(session, () => describeTarget(session, relation.oid)));
    if (!target || target.isTemporary) return null;
    return target.unfit ?? further();
  };
  return inTransaction(session, "BEGIN READ ONLY", work, "ROLLBACK").catch((error: unknown) => {
    // A statement that Postgres refuses to plan fails with the same message when it runs.
    if (error instanceof StatementError) return null;
    throw error;
  });
}

async function reasonOfPlan(session: CustomerSession, statement: ParsedStatement): Promise<string | null> {
  // The values are not known yet, and a generic plan looks at none.
  const { text, values } = bindParameters(statement, {});
  const options = values.length > 0 ? "GENERIC_PLAN, FORMAT JSON" : "FORMAT JSON";
  const { rows } = await session.query(`EXPLAIN (${options}) ${text}`, values);
  const expected = expectedRows(JSON.parse(rows[0]?.[0] ?? "null"));
  if (expected <= MAX_RECORDED_ROWS) return null;
  return `It probably changes about ${expected.toLocaleString("en")} rows, too many to undo row by row.`;
}

function expectedRows(plan: unknown): number {
  const [root] = plan as [{ Plan?: { Plans?: { "Plan Rows"?: number }[] } }?];
  return Math.max(0, ...(root?.Plan?.Plans ?? []).map((child) => child["Plan Rows"] ?? 0));
}
