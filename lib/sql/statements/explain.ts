import { StatementError } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { judge } from "../grammar/effect";
import type { Executed, Execution } from "./execution";

const EXPLAINABLE: ReadonlySet<string> = new Set([
  "SelectStmt",
  "InsertStmt",
  "UpdateStmt",
  "DeleteStmt",
  "MergeStmt",
  "ExecuteStmt",
  "DeclareCursorStmt",
  "CreateTableAsStmt",
  "RefreshMatViewStmt",
]);
const OPTIONS = { explain: "FORMAT JSON", "explain-analyze": "ANALYZE, BUFFERS, FORMAT JSON" };

/**
 * Returns the plan of a statement as JSON, in one row of one column. With ANALYZE the statement is executed and rolled
 * back, read-only for readers. Settings take effect for the statements that follow.
 */
export async function explainStatement(
  { run, statement }: Execution,
  mode: "explain" | "explain-analyze",
): Promise<Executed> {
  const session = await run.session();
  if (statement.kind === "VariableSetStmt" || statement.kind === "PrepareStmt") {
    return { result: await session.query(statement.text), change: null };
  }
  if (!EXPLAINABLE.has(statement.kind) || judge(statement).effect === "refused") {
    throw new StatementError("EXPLAIN works for queries and for statements that change rows, but not for this one.", {
      sqlState: null,
      position: 0,
    });
  }
  const prefix = `EXPLAIN (${OPTIONS[mode]}) `;
  const begin = mode === "explain-analyze" && run.canWrite ? "BEGIN" : "BEGIN READ ONLY";
  try {
    const work = () => session.query(prefix + statement.text, statement.values, run.budget.limits);
    return { result: await inTransaction(session, begin, work, "ROLLBACK"), change: null };
  } catch (error) {
    if (!(error instanceof StatementError) || error.position === null) throw error;
    const { message, sqlState, detail, hint } = error;
    const position = Math.max(0, error.position - prefix.length);
    throw new StatementError(message, { sqlState, detail, hint, position }, error);
  }
}
