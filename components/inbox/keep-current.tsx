"use client";

import { useLiveStatus } from "@/components/ui/use-live-status";

/** Has mails appear as they arrive. */
export function KeepCurrent() {
  useLiveStatus(true);
  return null;
}
