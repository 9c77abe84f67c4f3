"use client";

import { useEffect, useEffectEvent } from "react";

const AT_LATEST_MS = 2_000;

/** Runs `work` once, when the page that was just shown has nothing better to do. */
export function useWhenIdle(work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(run, AT_LATEST_MS / 10);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(run, { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(request);
  }, []);
}
