"use client";

import { useLiveStatus } from "@/components/ui/use-live-status";
import { type Status, StatusBadge } from "./status-badge";

/** A status that changes by itself. */
export function LiveStatus({ status }: { status: Status }) {
  useLiveStatus(status === "provisioning");
  return (
    <span role="status">
      <StatusBadge status={status} />
    </span>
  );
}
