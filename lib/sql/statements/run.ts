import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { DatabaseId } from "@/lib/core/id-schemas";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { holdRun } from "./hold-run";
import { ParameterValues, RunMode } from "./resource";
import { EDITOR_LIMITS, RunBudget, type RunLimits } from "./run-budget";
import type { OnOutcome } from "./run-statement";
import { runText } from "./run-text";

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
      /** The UTF-16 offset where the run goes on; the text before it was run. */
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
  limits: RunLimits = EDITOR_LIMITS,
): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id, hostId } = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const database = { id, hostId, organisationId };
  const release = await holdRun(ctx, database);
  const budget = new RunBudget(limits, reader);
  try {
    await runText({ ctx, database, budget }, input, onOutcome);
  } finally {
    budget.close();
    release();
  }
}
