"use client";

import { useLiveStatus } from "@/components/ui/use-live-status";
import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";
import { StatusBadge } from "./status-badge";

/** The status of a database, which updates while the page is open. */
export function LiveStatus({ status }: Pick<DatabaseWithOrigin, "status">) {
  useLiveStatus(status === "provisioning");
  return (
    <span role="status">
      <StatusBadge status={status} />
    </span>
  );
}
