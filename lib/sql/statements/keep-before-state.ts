import { commandOf } from "../grammar/command";
import { isDestructive } from "../grammar/destructive";
import { judge } from "../grammar/effect";
import type { ParsedStatement } from "../grammar/parse";
import { leavesState } from "../grammar/session-state";
import { blockOf } from "../grammar/transaction-block";
import type { Execution } from "./execution";

/**
 * Takes a restore point before a statement that leaves something in the session, where a later one needs a restore point:
 * taken then, it would end the session. Returns whether one was taken. Throws `NeedsRestorePointError`.
 */
export async function keepBeforeState(
  { run, statement, statementId }: Execution,
  following: readonly ParsedStatement[],
): Promise<boolean> {
  if (run.transaction !== null || !(run.repeatsState || leavesStateWithin(statement, following))) return false;
  const first = following.find((one) => isInNeed(one, run.isConfirmed));
  if (!first || (await run.hasState())) return false;
  if (isParted(following)) run.forgetRestorePoint();
  const command = commandOf(first);
  const why = `${command} comes later in this run, when it would end the session and its temporary objects.`;
  const isProtected = following.some((one) => isKept(one) && isDestructive(one));
  return (await run.keepDatabase({ command, statementId, isProtected }, why)).isNew;
}

const isKept = (statement: ParsedStatement) => judge(statement).effect === "needs-restore-point";

const OTHER: ReadonlySet<string> = new Set(["changes-rows", "adds"]);

/** Returns whether something else is changed before the last statement in need, which an earlier point would undo too. */
function isParted(following: readonly ParsedStatement[]): boolean {
  return following.slice(0, Math.max(0, following.findLastIndex(isKept))).some((one) => OTHER.has(judge(one).effect));
}

function leavesStateWithin(statement: ParsedStatement, following: readonly ParsedStatement[]): boolean {
  return [statement, ...(blockOf(statement, following) ?? [])].some(leavesState);
}

/**
 * Returns whether a statement needs a restore point as far as its text shows. In a run that may take some, one that may
 * turn out to need it counts as well: its table may have triggers, or a block may change something.
 */
function isInNeed(statement: ParsedStatement, isConfirmed: boolean): boolean {
  if (isConfirmed && judge(statement).effect === "changes-rows") return true;
  return isKept(statement) && (isConfirmed || judge(statement).reason === null);
}
