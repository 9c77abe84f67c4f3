"use client";

import { VisuallyHidden } from "@mantine/core";
import { StatusWord } from "@/components/ui/status-word";
import { useLiveStatus } from "@/components/ui/use-live-status";
import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";

/**
 * The status of a database, which updates while the page is open. Only a status that is not as it should be is seen.
 */
export function LiveStatus({ status }: Pick<DatabaseWithOrigin, "status">) {
  useLiveStatus(status === "provisioning");
  return (
    <span role="status">
      {status === "ready" ? (
        <VisuallyHidden>{status}</VisuallyHidden>
      ) : (
        <StatusWord kind={status === "failed" ? "bad" : "waiting"}>{status}</StatusWord>
      )}
    </span>
  );
}
