"use client";

import { useLiveStatus } from "@/components/ui/use-live-status";

/** Keeps the statuses on a page that the server rendered up to date. */
export function LivePage({ isChanging }: { isChanging: boolean }) {
  useLiveStatus(isChanging);
  return null;
}
