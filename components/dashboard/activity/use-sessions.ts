"use client";

import { useCallback, useEffect, useState } from "react";
import type { ListedSession } from "@/lib/sql/activity/resource";

const EVERY_MS = 3_000;

/** Keeps the sessions up to date while the page is visible and not paused. */
export function useSessions(first: readonly ListedSession[], source: string, isPaused: boolean) {
  const [sessions, setSessions] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = useCallback(async () => {
    try {
      const response = await fetch(source);
      const answer = await response.json();
      if (response.ok) setSessions(answer.sessions);
      setFailure(response.ok ? null : answer.error.message);
    } catch {
      setFailure("The service can't be reached. Trying again.");
    }
  }, [source]);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isPaused, refresh]);
  return { sessions, failure, refresh };
}
