"use client";

import { type RefObject, useRef, useState } from "react";
import type { RunMode, StatementOutcome, UnderstoodStatement } from "@/lib/sql/statements/resource";
import {
  cancelRun,
  type Refusal,
  type RunInput,
  runStatements,
  UNREACHABLE,
  understandStatements,
} from "./run-statements";
import type { EditorHandle, Span } from "./sql-editor";

export interface Run {
  input: RunInput;
  outcomes: readonly StatementOutcome[];
  /** Why the run was refused, or ended before its last statement. */
  refusal: Refusal | null;
}

export interface Question {
  input: RunInput;
  statements: readonly UnderstoodStatement[];
}

/** Runs the text that is in the editor when a run is asked for, one run at a time. */
export function useRun(
  base: string,
  editor: RefObject<EditorHandle | null>,
  onOutcome: (outcome: StatementOutcome) => void,
) {
  const [run, setRun] = useState<Run | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const [startedAt, setStartedAt] = useState<number | null>(null);
  // Shortcuts read these before React has rendered again.
  const running = useRef<string | null>(null);
  const cancelling = useRef<string | null>(null);

  const start = async (input: RunInput) => {
    if (running.current !== null) return;
    running.current = input.runId;
    setStartedAt(Date.now());
    setQuestion(null);
    editor.current?.mark([]);
    setRun({ input, outcomes: [], refusal: null });
    const outcomes: StatementOutcome[] = [];
    const refusal = await runStatements(base, input, (outcome) => {
      outcomes.push(outcome);
      setRun({ input, outcomes: [...outcomes], refusal: null });
      onOutcome(outcome);
    }).catch(() => UNREACHABLE);
    running.current = null;
    setStartedAt(null);
    setIsCancelling(false);
    setRun({ input, outcomes, refusal });
    if (editor.current?.text() === input.text) editor.current.mark(marksOf(outcomes));
  };

  const ask = async (mode: RunMode, span: Span | null) => {
    const text = editor.current?.text() ?? "";
    editor.current?.closeCompletion();
    const chosen = span ? text.slice(span.from, span.to) : text;
    if (running.current !== null || chosen.trim() === "") return;
    const input = { text, selection: span, mode, runId: newRunId() };
    if (mode !== "run") return start(input);
    const understood = await understandStatements(base, input).catch(() => ({ refusal: UNREACHABLE }));
    // Nothing runs until it is known whether to ask first.
    if ("refusal" in understood) return setRun({ input, outcomes: [], refusal: understood.refusal });
    // The run reports a syntax error, so that it is in the history.
    const statements = understood.statements ?? [];
    if (statements.some(({ effect }) => effect === "needs-restore-point")) setQuestion({ input, statements });
    else await start(input);
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

  return { run, question, startedAt, isCancelling, ask, start, cancel, dismiss: () => setQuestion(null) };
}

function newRunId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function marksOf(outcomes: readonly StatementOutcome[]) {
  return outcomes.flatMap((outcome) => {
    if (outcome.status !== "failed") return [];
    const { message, detail, hint, position, from } = outcome;
    return [{ at: position ?? from, message: [message, detail, hint].filter(Boolean).join("\n") }];
  });
}
