import { StatusWord } from "@/components/ui/status-word";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";

const WORDS = {
  queued: { kind: "waiting", word: "Queued" },
  running: { kind: "waiting", word: "Running" },
  succeeded: { kind: "good", word: "Done" },
  failed: { kind: "bad", word: "Failed" },
  cancelled: { kind: "warning", word: "Cancelled" },
} as const;

/** The state of a run in the background. */
export function RunWord({ run: { status, isCancelled } }: { run: BackgroundRun }) {
  const { kind, word } = WORDS[status];
  return <StatusWord kind={kind}>{status === "running" && isCancelled ? "Cancelling" : word}</StatusWord>;
}
