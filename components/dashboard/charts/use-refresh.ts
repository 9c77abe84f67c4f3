"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Refreshes the page at an interval while it is visible. */
export function useRefresh(everyMs: number): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, router]);
}
