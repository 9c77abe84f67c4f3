"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure, Success } from "../result";

export interface Loaded<Fields> {
  data: Fields | null;
  failure: Failure | null;
  /** Whether the first answer is still to come. */
  isLoading: boolean;
  reload: () => Promise<void>;
}

/**
 * Reads a list when its component is shown, and again on `reload` and when `version` has changed. The known list stays
 * until then. A late result of an earlier request is dropped.
 */
export function useLoaded<Fields>(
  load: () => Promise<Success<Fields> | Failure>,
  version: string | null = null,
): Loaded<Fields> {
  const [answer, setAnswer] = useState<Success<Fields> | Failure | null>(null);
  const latest = useRef(0);
  const current = useRef(load);
  useEffect(() => {
    current.current = load;
  });
  const reload = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    const given = await current.current();
    if (turn === latest.current) setAnswer(given);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another list
  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload, version]);
  return {
    data: answer?.ok ? answer : null,
    failure: answer?.ok === false ? answer : null,
    isLoading: answer === null,
    reload,
  };
}
