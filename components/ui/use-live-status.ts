"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const WHILE_CHANGING_MS = 1_000;
/** For what somebody else does, here or by the API. */
const OTHERWISE_MS = 15_000;

/** Asks for the page anew as long as somebody looks: every second while something on it is about to change. */
export function useLiveStatus(isChanging: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") router.refresh();
    };
    const timer = setInterval(refresh, isChanging ? WHILE_CHANGING_MS : OTHERWISE_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [isChanging, router]);
}
