"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isStillSignedIn } from "./session";

const WHILE_CHANGING_MS = 1_000;
/** The interval for changes that somebody else makes, in the dashboard or through the API. */
const OTHERWISE_MS = 15_000;

/**
 * Refreshes the page while it is visible: every second while something on it is changing, otherwise every 15 seconds.
 */
export function useLiveStatus(isChanging: boolean): void {
  const router = useRouter();
  useEffect(() => {
    // A member who has signed out elsewhere would be led to the sign-in page, away from the text that they typed.
    const refresh = async () => {
      if (document.visibilityState === "visible" && (await isStillSignedIn())) router.refresh();
    };
    const timer = setInterval(refresh, isChanging ? WHILE_CHANGING_MS : OTHERWISE_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [isChanging, router]);
}
