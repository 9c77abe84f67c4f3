"use client";

import { useEffect, useState } from "react";

/** Whole seconds that are left until a moment, counted down to 0; `null` without one, and before the first look. */
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
