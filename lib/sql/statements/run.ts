import { z } from "zod";
import { isPermitted, requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { DatabaseId } from "@/lib/core/id-schemas";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { judge, refusalForReaders } from "../grammar/effect";
import { type ParsedStatement, parseStatements, StatementSyntaxError } from "../grammar/parse";
import { statementAt } from "../grammar/statement-at";
import { bindParameters, refusalOfParameters } from "./bind-parameters";
import { rememberStatement } from "./execute";
import { holdRun } from "./hold-run";
import { type Failure, ParameterValues, RunMode } from "./resource";
import { RunBudget } from "./run-budget";
import { RunSession } from "./run-session";
import { BARE, type OnOutcome, refuseStatement, runStatement } from "./run-statement";

export const RunStatementsInput = z.object({
  databaseId: DatabaseId,
  text: z.string(),
  /** UTF-16 offsets of the part that runs; the whole text without them. */
  selection: z
    .object({ from: z.int().nonnegative(), to: z.int().nonnegative() })
    .refine(({ from, to }) => from < to, "must not be empty")
    .optional(),
  /** An id of the caller's choice, by which the run can be cancelled. */
  runId: z.string().regex(/^[A-Za-z0-9_-]{8,40}$/),
  mode: RunMode,
  parameters: ParameterValues.optional(),
  /** The user knows that restore points may be taken, which end the sessions of the database. */
  confirmed: z
    .object({
      /** The UTF-16 offset where the run goes on; what comes before it was run. */
      from: z.int().nonnegative(),
      settings: z.array(z.tuple([z.string().max(200), z.string().max(20_000)])).max(500),
    })
    .optional(),
});
export type RunStatementsInput = z.infer<typeof RunStatementsInput>;

/**
 * Runs the statements of a text until one fails, reports the outcome of each, and keeps each in the history and changed
 * rows for undo. A statement that needs a restore point which is not `confirmed` ends the run, and asks. The next statement runs when `onOutcome` has resolved; when `reader` aborts, the run is cancelled. A text
 * that cannot be parsed, or holds a refused statement, fails before anything runs. Throws `missing_permission`,
 * `rate_limited`, `request_timeout`, `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function runStatements(
  ctx: Context,
  input: RunStatementsInput,
  onOutcome: OnOutcome,
  reader?: AbortSignal,
): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id, hostId } = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const database = { id, hostId, organisationId };
  const release = await holdRun(ctx, database);
  const budget = new RunBudget(reader);
  try {
    await runText({ ctx, database, budget }, input, onOutcome);
  } finally {
    budget.close();
    release();
  }
}

async function runText(
  { ctx, database, budget }: Pick<RunSession, "ctx" | "database" | "budget">,
  input: RunStatementsInput,
  onOutcome: OnOutcome,
): Promise<void> {
  const offset = Math.min(input.selection?.from ?? 0, input.text.length);
  const text = input.text.slice(offset, input.selection?.to);
  const canWrite = isPermitted(ctx.actor, "data:write");
  const run = new RunSession({ ctx, database, budget, canWrite, runId: input.runId, confirmed: input.confirmed });
  const place = { run, offset, onOutcome };
  const { parameters = {} } = input;
  let statements: ParsedStatement[];
  try {
    statements = (await parseStatements(text)).map((statement) => bindParameters(statement, parameters));
  } catch (error) {
    if (!(error instanceof StatementSyntaxError)) throw error;
    const { message, position, sqlState } = error;
    const { others, ...statement } = await statementAt(text, position);
    const failure = { ...BARE, message, sqlState, position, notRun: others };
    return refuseStatement(place, { statement, text }, failure);
  }
  for (const statement of statements) {
    const refusal = refusalOf(statement, canWrite, input);
    if (refusal === null) continue;
    const refused = { statement, text: statement.written };
    return refuseStatement(place, refused, { ...BARE, ...refusal, notRun: statements.length - 1 });
  }
  const isDone = ({ from }: ParsedStatement) => from + offset < (input.confirmed?.from ?? 0);
  try {
    for (const [index, statement] of statements.entries()) {
      if (isDone(statement)) {
        rememberStatement(run, statement);
        continue;
      }
      budget.requireTime();
      const step = { ran: index, following: statements.slice(index + 1) };
      const isRun = await runStatement(place, statement, step, input.mode);
      if (isRun) continue;
      budget.requireTime();
      break;
    }
  } finally {
    await abandonTransaction(run);
    await run.close();
    await run.deleteUnusedRestorePoints();
  }
}

function refusalOf(
  statement: ParsedStatement,
  canWrite: boolean,
  { mode, parameters = {} }: RunStatementsInput,
): Pick<Failure, "message"> | null {
  const { effect, reason } = judge(statement);
  const message = mode !== "explain" && !canWrite ? refusalForReaders(statement) : effect === "refused" ? reason : null;
  return message === null ? refusalOfParameters(statement, parameters) : { message };
}

/** Rolls back a transaction that the text left open. */
async function abandonTransaction(run: RunSession): Promise<void> {
  const { transaction } = run;
  if (!transaction) return;
  const session = await run.session();
  const isRolledBack = await session.query("ROLLBACK").then(
    () => true,
    () => false,
  );
  if (isRolledBack) await run.settle(transaction.changes, "aborted");
}
