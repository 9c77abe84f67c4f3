"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether scripts have taken the page over: not on the server, and not while what it sent is all there is. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
