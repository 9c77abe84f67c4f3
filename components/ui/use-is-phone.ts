"use client";

import { useSyncExternalStore } from "react";

/** The width up to which rows of lists are cards: components/ui/stacking.module.css. */
const PHONE = "(max-width: 40em)";

/** Returns whether the page is as narrow as a phone's; `null` on the server and until React has hydrated the page. */
export function useIsPhone(): boolean | null {
  return useSyncExternalStore(subscribe, isPhone, () => null);
}

export function isPhone(): boolean {
  return matchMedia(PHONE).matches;
}

function subscribe(hear: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener("change", hear);
  return () => query.removeEventListener("change", hear);
}
