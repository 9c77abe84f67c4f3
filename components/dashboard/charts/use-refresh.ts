"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Refreshes the page at an interval while it is visible; never without an interval. */
export function useRefresh(everyMs: number | null): void {
  const router = useRouter();
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, router]);
}
