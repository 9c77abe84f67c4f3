"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 1_000;

/** Asks for the page anew every second, as long as something on it is about to change and somebody looks. */
export function useLiveStatus(isChanging: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isChanging, router]);
}
