"use client";

import { useEffect, useState } from "react";
import type { RealtimeStats } from "@/lib/services/realtime/sockets/resource";
import type { Outcome } from "@/lib/web/resource";

const EVERY_MS = 3_000;
const AWAY = "The service can't be reached. Trying again.";

/** Keeps the figures up to date while the page is visible. The last ones stay where the newest can't be had. */
export function useStats(first: Outcome<RealtimeStats>, source: string) {
  const [stats, setStats] = useState(first.isDone ? first.value : null);
  const [failure, setFailure] = useState(first.isDone ? null : first.message);
  useEffect(() => {
    const refresh = async () => {
      const response = await fetch(source).catch(() => null);
      const answer = await response?.json().catch(() => null);
      if (response?.ok) setStats(answer.stats);
      setFailure(response?.ok ? null : (answer?.error?.message ?? AWAY));
    };
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [source]);
  return { stats, failure };
}
