import { countText } from "@/components/ui/figure-text";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import { type Refusal, type RunInput, runStatements, UNREACHABLE } from "../statements/run-statements";
import { type RunningTask, startLongTask } from "../tasks/tasks";

interface RunTask {
  /** The name of the query. */
  name: string;
  base: string;
  input: RunInput;
  /** The outcomes of the run that this one goes on with. */
  before: readonly StatementOutcome[];
  cancel: () => void;
}

interface Ended {
  outcomes: readonly StatementOutcome[];
  refusal: Refusal | null;
}

/** Runs statements as a task: it goes on while another page is shown, and can be cancelled there. */
export async function runAsTask(
  { name, base, input, before, cancel }: RunTask,
  onOutcome: (outcomes: readonly StatementOutcome[]) => void,
): Promise<Ended> {
  const task = startLongTask({ title: `Running ${name}`, endsWithPage: true, cancel });
  const outcomes: StatementOutcome[] = [...before];
  const refusal = await runStatements(base, input, (outcome) => {
    outcomes.push(outcome);
    onOutcome([...outcomes]);
  }).catch(() => UNREACHABLE);
  endTask(task, base, { outcomes, refusal });
  return { outcomes, refusal };
}

/** The results are on the page that ran them; who has left it finds the run in the history. */
function endTask(task: RunningTask, base: string, { outcomes, refusal }: Ended): void {
  const followUps = [{ label: "History", href: base.replace(/sql$/, "history") }];
  const last = outcomes.at(-1);
  if (refusal) task.failed({ detail: refusal.message, followUps });
  else if (last?.status === "cancelled" && !last.asks) task.cancelled();
  else if (last && last.status !== "succeeded") task.failed({ detail: last.message, followUps });
  else task.done({ detail: countText(outcomes.length, "statement"), followUps });
}
