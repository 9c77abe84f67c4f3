"use client";

import { useLiveStatus } from "@/components/ui/use-live-status";
import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";
import { StatusBadge } from "./status-badge";

/** A status that changes by itself. */
export function LiveStatus({ status }: Pick<DatabaseWithOrigin, "status">) {
  useLiveStatus(status === "provisioning");
  return (
    <span role="status">
      <StatusBadge status={status} />
    </span>
  );
}
