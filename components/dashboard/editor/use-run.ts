"use client";

import { type RefObject, useRef, useState } from "react";
import type { ParameterValues, RunMode, StatementOutcome, Understood } from "@/lib/sql/statements/resource";
import {
  cancelRun,
  type Refusal,
  type RunInput,
  UNREACHABLE,
  understandStatements,
} from "../statements/run-statements";
import { runAsTask } from "./run-task";
import type { EditorHandle, Span } from "./sql-editor";

export interface Run {
  input: RunInput;
  outcomes: readonly StatementOutcome[];
  /** Why the run was refused, or ended before its last statement. */
  refusal: Refusal | null;
}

/**
 * Asks before restore points are created: about those that are known beforehand, or about a statement that ended the
 * run.
 */
export interface Question {
  /** The run that starts once it is confirmed. */
  input: RunInput;
  /** The purpose of the restore point, and its meaning. */
  reason: string;
  statements: readonly { from: number; text: string; reason: string | null }[];
  refused: readonly { from: number; command: string; reason: string | null }[];
  /** The outcomes of the statements before. */
  outcomes: readonly StatementOutcome[];
}

/** The leave of a run: to ask before a restore point, to create one that the user was told of, or to read alone. */
export type Leave = "ask" | "told" | "reads";

interface RunOptions {
  /** The name of a long run's task. */
  name: string;
  onOutcome: (outcomes: readonly StatementOutcome[]) => void;
  onEnd: () => void;
  /** Returns the values of the parameters in the editor. */
  parameters: () => ParameterValues;
}

/** Runs the text that is in the editor when a run is asked for, one run at a time. */
export function useRun(
  base: string,
  editor: RefObject<EditorHandle | null>,
  { name, onOutcome, onEnd, parameters }: RunOptions,
) {
  const [run, setRun] = useState<Run | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const [startedAt, setStartedAt] = useState<number | null>(null);
  // Shortcuts read these before React has rendered again.
  const running = useRef<string | null>(null);
  const cancelling = useRef<string | null>(null);

  const start = async (input: RunInput, before: readonly StatementOutcome[] = []) => {
    if (running.current !== null) return;
    running.current = input.runId;
    setStartedAt(Date.now());
    setQuestion(null);
    editor.current?.mark([]);
    setRun({ input, outcomes: before, refusal: null });
    const show = (outcomes: readonly StatementOutcome[]) => {
      setRun({ input, outcomes, refusal: null });
      onOutcome(outcomes);
    };
    const { outcomes, refusal } = await runAsTask({ name, base, input, before, cancel }, show);
    running.current = null;
    setStartedAt(null);
    setIsCancelling(false);
    setRun({ input, outcomes, refusal });
    onEnd();
    setQuestion(questionOf(input, outcomes));
    if (editor.current?.text() === input.text) editor.current.mark(marksOf(outcomes));
  };

  /** Runs the text or the span of it. */
  const ask = async (mode: RunMode, span: Span | null, leave: Leave = "ask") => {
    const text = editor.current?.text() ?? "";
    editor.current?.closeCompletion();
    const chosen = span ? text.slice(span.from, span.to) : text;
    if (running.current !== null || chosen.trim() === "") return;
    const input = { text, selection: span, mode, runId: newRunId(), parameters: parameters() };
    if (mode !== "run") return start(input);
    if (leave === "told") return start(confirmed(input));
    const understood = await understandStatements(base, input).catch(() => ({ refusal: UNREACHABLE }));
    // Nothing runs until it is known whether to ask first.
    if ("refusal" in understood) return setRun({ input, outcomes: [], refusal: understood.refusal });
    if (leave === "reads" && !readsOnly(understood.statements)) return;
    // The run reports a syntax error, so that it is in the history.
    if (understood.reason === null) await start(input);
    else setQuestion(foreseen(input, understood));
  };

  const cancel = () => {
    const runId = running.current;
    if (runId === null) return false;
    if (cancelling.current === runId) return true;
    cancelling.current = runId;
    setIsCancelling(true);
    // Between two statements there is nothing to cancel, so the user can cancel again.
    const again = () => {
      cancelling.current = null;
      setIsCancelling(false);
    };
    cancelRun(base, runId).then((isCancelled) => !isCancelled && again(), again);
    return true;
  };

  return { run, show: setRun, question, startedAt, isCancelling, ask, start, cancel, dismiss: () => setQuestion(null) };
}

function readsOnly(statements: Understood["statements"] | null): boolean {
  return statements?.every(({ effect }) => effect === "reads") ?? false;
}

function confirmed(input: RunInput): RunInput {
  return { ...input, confirmed: { from: 0, settings: [] } };
}

export function foreseen(input: RunInput, { statements, reason }: Understood): Question {
  return {
    input: confirmed(input),
    reason: reason ?? "",
    statements: statements.filter(({ effect }) => effect === "needs-restore-point"),
    refused: statements.filter(({ effect }) => effect === "refused"),
    outcomes: [],
  };
}

/** Returns the question with which a run ended, or `null`. */
function questionOf(input: RunInput, outcomes: readonly StatementOutcome[]): Question | null {
  const last = outcomes.at(-1);
  if (!last || last.status === "succeeded" || !last.asks) return null;
  const { from, to, asks } = last;
  return {
    input: { ...input, runId: newRunId(), confirmed: { from, settings: asks.settings } },
    reason: asks.reason,
    statements: [{ from, text: input.text.slice(from, to), reason: null }],
    refused: [],
    outcomes: outcomes.slice(0, -1),
  };
}

export function newRunId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function marksOf(outcomes: readonly StatementOutcome[]) {
  return outcomes.flatMap((outcome) => {
    if (outcome.status !== "failed") return [];
    const { message, detail, hint, position, from } = outcome;
    return [{ at: position ?? from, message: [message, detail, hint].filter(Boolean).join("\n") }];
  });
}
