"use client";

import { type Status, StatusBadge } from "./status-badge";
import { useLiveStatus } from "./use-live-status";

/** A status that changes by itself. */
export function LiveStatus({ status }: { status: Status }) {
  useLiveStatus(status === "provisioning");
  return (
    <span role="status">
      <StatusBadge status={status} />
    </span>
  );
}
