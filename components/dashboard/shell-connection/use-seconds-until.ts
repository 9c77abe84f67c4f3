"use client";

import { useEffect, useState } from "react";

/** Returns the whole seconds until a time, down to 0; `null` without one, and before the first tick. */
export function useSecondsUntil(at: string | null): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return setSeconds(null);
    const look = () => setSeconds(Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000)));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
