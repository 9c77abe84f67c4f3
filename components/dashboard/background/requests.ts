import type { BackgroundRun, StartedRun } from "@/lib/sql/background-runs/resource";
import { post, type Refusal, type RunInput, refusalOf } from "../statements/run-statements";

/** Queues statements. Returns the run, or the outcome of a statement that is refused, or why nothing was queued. */
export async function startInBackground(
  base: string,
  { text, selection, from, parameters, confirmed }: RunInput,
): Promise<StartedRun | { refusal: Refusal }> {
  const input = { text, selection: selection ?? undefined, from, parameters, confirmed };
  const answer = await post(`${base}/background`, input);
  const body = await answer.json();
  return answer.ok ? (body as StartedRun) : { refusal: refusalOf(body) };
}

/** Returns how far a run is; `null` when the service did not answer. */
export async function readRun(base: string, runId: string): Promise<BackgroundRun | null> {
  try {
    const answer = await fetch(`${base}/background/${runId}`);
    return answer.ok ? ((await answer.json()) as BackgroundRun) : null;
  } catch {
    return null;
  }
}

/** Cancels a run. Returns why it cannot be cancelled, or `null`. */
export async function cancelRun(base: string, runId: string): Promise<Refusal | null> {
  const answer = await post(`${base}/background/${runId}/cancel`, {});
  return answer.ok ? null : refusalOf(await answer.json());
}
