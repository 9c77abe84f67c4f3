"use client";

import { useEffect, useEffectEvent } from "react";

const AT_LATEST_MS = 2_000;

/** Runs `work` once, when the browser is idle after the page was shown. */
export function useWhenIdle(work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    // Safari does not have `requestIdleCallback`.
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(run, AT_LATEST_MS / 10);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(run, { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(request);
  }, []);
}
