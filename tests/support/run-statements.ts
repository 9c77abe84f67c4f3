import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/core/context";
import type { StatementOutcome, SucceededStatement } from "@/lib/sql/statements/resource";
import { type RunStatementsInput, runStatements } from "@/lib/sql/statements/run";
import { EDITOR_LIMITS, type RunLimits } from "@/lib/sql/statements/run-budget";

type Options = Partial<Omit<RunStatementsInput, "databaseId" | "text">> & { limits?: RunLimits };

/** The editor's limits with more time than a busy machine needs, for tests of anything but the time. */
export const PATIENT_LIMITS: RunLimits = { ...EDITOR_LIMITS, statementMilliseconds: 600_000, runMilliseconds: 600_000 };

/** Runs a text as the SQL editor does once restore points are confirmed, and gathers the outcome of its statements. */
export async function runText(
  ctx: Context,
  databaseId: string,
  text: string,
  { limits = PATIENT_LIMITS, ...options }: Options = {},
) {
  const outcomes: StatementOutcome[] = [];
  const confirmed = { from: 0, settings: [] };
  const input = { databaseId, text, runId: randomUUID(), mode: "run" as const, confirmed, ...options };
  await runStatements(ctx, input, (outcome) => void outcomes.push(outcome), undefined, limits);
  return outcomes;
}

/** The same for a text of which every statement has to succeed; answers its ids of changes, in order. */
export async function changeByText(ctx: Context, databaseId: string, text: string) {
  const outcomes = await runText(ctx, databaseId, text);
  const failed = outcomes.find(({ status }) => status !== "succeeded");
  if (failed) throw new Error(`${text} failed: ${"message" in failed ? failed.message : ""}`);
  return (outcomes as (StatementOutcome & SucceededStatement)[]).flatMap(({ change }) => (change ? [change] : []));
}
