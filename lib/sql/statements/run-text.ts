import { isPermitted } from "@/lib/core/access/require-permission";
import { succeeds } from "@/lib/core/succeeds";
import { readRun } from "./read-run";
import type { Confirmation, ParameterValues, RunMode } from "./resource";
import { type RunRecord, RunSession } from "./run-session";
import { type OnOutcome, refuseStatement, runStatement } from "./run-statement";

export interface TextToRun {
  text: string;
  /** UTF-16 offsets of the part that runs; the whole text without them. */
  selection?: { from: number; to: number } | undefined;
  runId: string;
  mode: RunMode;
  parameters?: ParameterValues | undefined;
  confirmed?: Confirmation | undefined;
  /** The UTF-16 offset where the run goes on, where it is not said by `confirmed`. */
  from?: number | undefined;
}

/** Returns the part of the text that runs, and its offset within the whole. */
export function selectedText({ text, selection }: Pick<TextToRun, "text" | "selection">): {
  text: string;
  offset: number;
} {
  const offset = Math.min(selection?.from ?? 0, text.length);
  return { text: text.slice(offset, selection?.to), offset };
}

/** Runs the statements of a text within the budget, one after another, until one fails or the budget ends. */
export async function runText(
  { ctx, database, budget, record }: Pick<RunSession, "ctx" | "database" | "budget"> & { record?: RunRecord },
  input: TextToRun,
  onOutcome: OnOutcome,
): Promise<void> {
  const { text, offset } = selectedText(input);
  const canWrite = isPermitted(ctx.actor, "data:write");
  const { runId, confirmed } = input;
  const run = new RunSession({ ctx, database, budget, canWrite, runId, confirmed, record });
  const place = { run, offset, onOutcome };
  const { statements, refused } = await readRun(ctx.actor, { ...input, text });
  if (refused) return refuseStatement(place, refused);
  const start = Math.max(confirmed?.from ?? 0, input.from ?? 0);
  try {
    for (const [index, statement] of statements.entries()) {
      if (statement.from + offset < start) {
        run.repeat(statement);
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

/** Rolls back a transaction that the text left open. */
async function abandonTransaction(run: RunSession): Promise<void> {
  const { transaction } = run;
  if (!transaction) return;
  const session = await run.session();
  const isRolledBack = await succeeds(session.query("ROLLBACK"));
  if (!isRolledBack) return;
  await run.settle(transaction.changes, "aborted");
  await run.noteRolledBack(transaction.statements);
}
