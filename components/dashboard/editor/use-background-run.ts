"use client";

import { type RefObject, useState } from "react";
import { countText } from "@/components/ui/figure-text";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";
import type { ParameterValues, StatementOutcome } from "@/lib/sql/statements/resource";
import { cancelRun, readRun, startInBackground } from "../background/requests";
import { type RunInput, UNREACHABLE, understandStatements } from "../statements/run-statements";
import { startTask } from "../tasks/tasks";
import type { EditorHandle, Span } from "./sql-editor";
import { foreseen, marksOf, newRunId, type Question, type Run } from "./use-run";

interface Options {
  /** The name of the run's task. */
  name: string;
  /** Returns the values of the parameters in the editor. */
  parameters: () => ParameterValues;
  /** Shows the refusal as the result of a run that somebody waits for. */
  show: (run: Run) => void;
  onEnd: () => void;
}

/** Runs the text that is in the editor in the background, or the rest of a run that was stopped for its time. */
export function useBackgroundRun(
  base: string,
  editor: RefObject<EditorHandle | null>,
  { name, parameters, show, onEnd }: Options,
) {
  const [shown, setShown] = useState<BackgroundRun | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  const start = async (input: RunInput) => {
    setQuestion(null);
    const started = await startInBackground(base, input).catch(() => ({ refusal: UNREACHABLE }));
    if ("refusal" in started) return show({ input, outcomes: [], refusal: started.refusal });
    const { run, refused } = started;
    if (!run) {
      show({ input, outcomes: [refused], refusal: null });
      if (editor.current?.text() === input.text) editor.current.mark(marksOf([refused]));
      return;
    }
    setShown(run);
    // A run that was started since is not replaced by this one.
    const showNow = (now: BackgroundRun) => setShown((before) => (before?.id === run.id ? now : before));
    await followRun({ name, base, run }, showNow);
    onEnd();
  };

  /** Asks first where a restore point is needed, as far as that is known. */
  const askFor = async (input: RunInput, from = 0) => {
    setShown(null);
    const { text, selection } = input;
    const left = { from: Math.max(selection?.from ?? 0, from), to: selection?.to ?? text.length };
    const understood = await understandStatements(base, { text, selection: left }).catch(() => ({
      refusal: UNREACHABLE,
    }));
    if ("refusal" in understood) return show({ input, outcomes: [], refusal: understood.refusal });
    if (understood.reason === null) return start({ ...input, from });
    setQuestion(foreseen({ ...input, from }, understood));
  };

  const ask = (span: Span | null) => {
    const text = editor.current?.text() ?? "";
    const chosen = span ? text.slice(span.from, span.to) : text;
    if (chosen.trim() === "") return;
    editor.current?.closeCompletion();
    return askFor({ text, selection: span, mode: "run", runId: newRunId(), parameters: parameters() });
  };

  const goOn = ({ input: { confirmed: _, ...input }, outcomes }: Run, outcome: StatementOutcome) =>
    askFor(input, beginningOf(outcomes, outcome));

  return { shown, hide: () => setShown(null), question, ask, goOn, start, dismiss: () => setQuestion(null) };
}

/** Returns where a stopped statement begins, or the transaction that was rolled back with it. */
function beginningOf(outcomes: readonly StatementOutcome[], outcome: StatementOutcome): number {
  if (outcome.status === "succeeded" || !outcome.isRolledBack) return outcome.from;
  const begin = outcomes.findLast(
    (one) => one.status === "succeeded" && /^(BEGIN|START TRANSACTION)$/.test(one.action),
  );
  return begin?.from ?? outcome.from;
}

const EVERY_MS = 2_000;

interface FollowedRun {
  /** The name of the query. */
  name: string;
  base: string;
  run: BackgroundRun;
}

/** Follows a run as a task until it has ended, also while another page is shown. */
async function followRun({ name, base, run }: FollowedRun, onChange: (run: BackgroundRun) => void): Promise<void> {
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
function progressText({ statements, statementCount }: BackgroundRun): string {
  const done = statements.filter(({ status }) => status === "succeeded").length;
  return statementCount === 1 ? "Running" : `Running, ${done} of ${statementCount} statements done`;
}

/** Returns why a run did not succeed; `null` where there is nothing to say. */
function failureText({ message, statements, failedAt }: BackgroundRun): string | null {
  const failure = message ?? statements.find(({ status }) => status === "failed")?.message ?? null;
  if (failure === null || failedAt === null) return failure;
  return `${failure} (line ${failedAt.line}, column ${failedAt.column})`;
}
