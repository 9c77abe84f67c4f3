"use client";

import { useHydrated } from "@/components/ui/use-hydrated";

/** The time zone in which times are shown. */
export function TimeZone() {
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
}
