import type { StatementOutcome } from "@/lib/sql/statements/resource";

type Succeeded = Extract<StatementOutcome, { status: "succeeded" }>;

export interface ResultTab {
  outcome: Succeeded;
  /** `Result`, with a number where there are several. */
  label: string;
}

export const MESSAGES = "messages";

/** Returns the statements that returned columns, in order, with the names of their tabs. */
export function resultTabs(outcomes: readonly StatementOutcome[]): ResultTab[] {
  const found = outcomes.filter((outcome): outcome is Succeeded => hasColumns(outcome));
  return found.map((outcome, index) => ({ outcome, label: found.length > 1 ? `Result ${index + 1}` : "Result" }));
}

/** Returns the tab that is shown as long as the user chooses no other: a failure is in Messages. */
export function firstTab(outcomes: readonly StatementOutcome[], isRefused: boolean): string {
  if (isRefused || outcomes.at(-1)?.status !== "succeeded") return MESSAGES;
  return outcomes.find(hasColumns)?.statementId ?? MESSAGES;
}

function hasColumns(outcome: StatementOutcome): boolean {
  return outcome.status === "succeeded" && outcome.columns.length > 0;
}
