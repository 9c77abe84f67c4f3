"use client";

import { useEffect, useRef, useState } from "react";
import type { Confirmation, StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { latestLasting } from "../results/lasting-changes";
import { runStatements, UNREACHABLE, understandStatements } from "../statements/run-statements";

export interface DoneRun {
  /** The change that can be undone; `null` where nothing is lost. */
  change: StatementChange | null;
}

interface Known {
  text: string;
  reason: string | null;
  /** The place at which a run that asked goes on, with the settings until then. */
  confirmed: Confirmation;
}

const TRANSACTION: ReadonlySet<string> = new Set(["BEGIN", "COMMIT"]);
const UNDERSTAND_AFTER_MS = 300;
const FROM_START: Confirmation = { from: 0, settings: [] };

/** Runs SQL as the editor does, and knows beforehand whether a restore point is taken. `base` is the SQL page. */
export function useSqlRun(base: string, text: string | null) {
  const [known, setKnown] = useState<Known | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef(false);
  useEffect(() => {
    setMessage(null);
    if (text === null) return;
    let isHere = true;
    const timer = setTimeout(() => {
      understand(base, text).then(
        (found) => isHere && found && setKnown({ text, reason: found.reason, confirmed: FROM_START }),
      );
    }, UNDERSTAND_AFTER_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [base, text]);
  const asked = known !== null && known.text === text && known.reason !== null ? known : null;

  /** Runs the text. Returns `null` when it was refused, or when it asks for a restore point first. */
  const run = async (): Promise<DoneRun | null> => {
    if (text === null || running.current) return null;
    running.current = true;
    setIsRunning(true);
    setMessage(null);
    const outcomes: StatementOutcome[] = [];
    const runId = crypto.randomUUID().replaceAll("-", "");
    const input = { text, selection: null, mode: "run" as const, runId };
    const confirmed = asked ? { confirmed: asked.confirmed } : {};
    const refusal = await runStatements(
      base,
      { ...input, ...confirmed },
      (outcome) => void outcomes.push(outcome),
    ).catch(() => UNREACHABLE);
    running.current = false;
    setIsRunning(false);
    const last = outcomes.at(-1);
    if (refusal) setMessage(refusal.message);
    else if (last && last.status !== "succeeded") {
      const { asks, from } = last;
      if (asks) setKnown({ text, reason: asks.reason, confirmed: { from, settings: asks.settings } });
      else setMessage([last.message, last.detail, last.hint].filter(Boolean).join(" "));
    } else return { change: wholeChange(outcomes) };
    return null;
  };
  return { run, reason: asked?.reason ?? null, message, isRunning };
}

/** Returns the change whose undo takes back all that ran, or `null`. */
function wholeChange(outcomes: readonly StatementOutcome[]): StatementChange | null {
  const change = latestLasting(outcomes)?.change ?? null;
  const own = outcomes.filter((one) => one.status !== "succeeded" || !TRANSACTION.has(one.command));
  const isKept = own.every((one) => one.status === "succeeded" && one.change !== null);
  return isKept && (own.length === 1 || change?.kind === "restore-point") ? change : null;
}

async function understand(base: string, text: string): Promise<{ reason: string | null } | null> {
  const found = await understandStatements(base, { text, selection: null }).catch(() => null);
  return found === null || "refusal" in found ? null : found;
}
