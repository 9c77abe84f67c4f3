import { countText } from "@/components/ui/figure-text";
import type { StatementChange, StatementOutcome, SucceededStatement } from "@/lib/sql/statements/resource";

type Done = Pick<SucceededStatement, "command" | "rowCount"> & { change: StatementChange };

const VERBS: Record<string, string> = { INSERT: "Inserted", UPDATE: "Updated", DELETE: "Deleted" };

/** Returns the ids of the changes that last: those outside transactions, and those whose transaction is committed. */
export function lastingChanges(outcomes: readonly StatementOutcome[]): ReadonlySet<string> {
  const ids = outcomes.flatMap((outcome) => {
    if (outcome.status !== "succeeded") return [];
    const { change, committed } = outcome;
    return change && !change.isPending ? [change.id] : committed;
  });
  return new Set(ids);
}

/** Returns the ids of the statements that succeeded in a transaction which was rolled back. */
export function rolledBackStatements(outcomes: readonly StatementOutcome[]): ReadonlySet<string> {
  return new Set(outcomes.flatMap(({ rolledBack }) => rolledBack));
}

/** Returns the last change that the last of the outcomes made lasting, or `null`. */
export function latestLasting(outcomes: readonly StatementOutcome[]): Done | null {
  const latest = [...lastingChanges(outcomes.slice(-1))].at(-1);
  for (const outcome of outcomes) {
    if (outcome.status !== "succeeded" || !outcome.change || outcome.change.id !== latest) continue;
    return { ...outcome, change: outcome.change };
  }
  return null;
}

/** Returns the deed in words, such as `Deleted 1 row`. */
export function doneText({ command, rowCount, change }: Done): string {
  const count = change.kind === "rows" ? change.rowCount : rowCount;
  const verb = VERBS[command] ?? (change.kind === "rows" ? "Changed" : null);
  const what = verb !== null && count !== null ? `${verb} ${countText(count, "row")}` : `${command} finished`;
  return change.kind === "rows" ? what : `${what}. A restore point was created first.`;
}
