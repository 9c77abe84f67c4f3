"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Asks for the page anew every so often, while somebody looks. */
export function useRefresh(everyMs: number): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, router]);
}
