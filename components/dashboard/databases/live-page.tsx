"use client";

import { useLiveStatus } from "@/components/ui/use-live-status";

/** Keeps what the server shows of statuses as it is now. */
export function LivePage({ isChanging }: { isChanging: boolean }) {
  useLiveStatus(isChanging);
  return null;
}
