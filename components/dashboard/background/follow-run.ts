import { countText } from "@/components/ui/figure-text";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";
import { startTask } from "../tasks/tasks";
import { cancelRun, readRun } from "./requests";

const EVERY_MS = 2_000;

interface FollowedRun {
  /** The name of the query. */
  name: string;
  base: string;
  run: BackgroundRun;
}

/** Follows a run as a task until it has ended, also while another page is shown. */
export async function followRun(
  { name, base, run }: FollowedRun,
  onChange: (run: BackgroundRun) => void,
): Promise<void> {
  const cancel = () => void cancelRun(base, run.id);
  const task = startTask({ title: `Running ${name} in the background`, workId: run.id, cancel });
  const followUps = [{ label: "History", href: base.replace(/sql$/, "history") }];
  let now = run;
  while (now.finishedAt === null) {
    task.report(null, now.status === "queued" ? "Queued" : progressText(now));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    now = (await readRun(base, run.id)) ?? now;
    onChange(now);
  }
  if (now.status === "cancelled") task.cancelled();
  else if (now.status === "failed") task.failed({ detail: failureText(now), followUps });
  else task.done({ detail: countText(now.statementCount, "statement"), followUps });
}

/** Returns such as `Running, 1 of 3 statements done`. */
export function progressText({ statements, statementCount }: BackgroundRun): string {
  const done = statements.filter(({ status }) => status === "succeeded").length;
  return statementCount === 1 ? "Running" : `Running, ${done} of ${statementCount} statements done`;
}

/** Returns why a run did not succeed; `null` where there is nothing to say. */
export function failureText({ message, statements, failedAt }: BackgroundRun): string | null {
  const failure = message ?? statements.find(({ status }) => status === "failed")?.message ?? null;
  if (failure === null || failedAt === null) return failure;
  return `${failure} (line ${failedAt.line}, column ${failedAt.column})`;
}
