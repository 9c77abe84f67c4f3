"use client";

import { useEffect, useState } from "react";
import type { Outcome } from "@/lib/web/resource";
import type { SqlForm } from "./forms/form";

export type ListDependents = (
  part: { kind: string; name: string } | null,
) => Promise<Outcome<{ dependents: string[] }>>;

export interface FoundDependents {
  /** The objects that a drop would take along, as far as they are known. */
  found: readonly string[];
  /** Why it is not known; `null` while it is asked for, and once it is known. */
  failure: string | null;
  askAgain: () => void;
}

/** Asks for the objects that a form which drops something would take along. */
export function useDependents({ drops }: SqlForm, listDependents: ListDependents | undefined): FoundDependents {
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each form, and again when the user asks
  useEffect(() => {
    if (drops === undefined || !listDependents) return;
    let isHere = true;
    listDependents(drops).then((outcome) => {
      if (!isHere) return;
      if (outcome.isDone) setFound(outcome.value.dependents);
      setFailure(outcome.isDone ? null : outcome.message);
    });
    return () => {
      isHere = false;
    };
  }, [attempt]);
  return { found, failure, askAgain: () => setAttempt((count) => count + 1) };
}
