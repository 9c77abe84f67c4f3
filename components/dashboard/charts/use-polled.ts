"use client";

import { useCallback, useEffect, useState } from "react";

const EVERY_MS = 3_000;
const AWAY = "The service can't be reached. Trying again.";

interface Polled<Answer> {
  /** The last answer; `null` before the first. It stays where the newest can't be had. */
  answer: Answer | null;
  failure: string | null;
  refresh: () => Promise<void>;
}

/** Reads an address every three seconds while the page is visible and not paused. */
export function usePolled<Answer>(
  address: string,
  { isPaused = false, failure: first = null }: { isPaused?: boolean; failure?: string | null } = {},
): Polled<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState(first);
  const refresh = useCallback(async () => {
    const response = await fetch(address).catch(() => null);
    const next = await response?.json().catch(() => null);
    if (response?.ok) setAnswer(next);
    setFailure(response?.ok ? null : (next?.error?.message ?? AWAY));
  }, [address]);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isPaused, refresh]);
  return { answer, failure, refresh };
}
