"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns whether React has hydrated the page: `false` on the server and until its markup has been taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
