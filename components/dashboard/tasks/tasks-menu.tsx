"use client";

import { lazy, Suspense, useState } from "react";
import { useWhenIdle } from "@/components/ui/use-when-idle";

const Loaded = lazy(() => import("./tasks-menu-loaded"));

/** The work in the background. It is loaded when the page is idle, and seen only while there is something to list. */
export function TasksMenu({ organisationId }: { organisationId: string | null }) {
  const [isIdle, setIsIdle] = useState(false);
  useWhenIdle(() => setIsIdle(true));
  return (
    isIdle && (
      <Suspense>
        <Loaded organisationId={organisationId} />
      </Suspense>
    )
  );
}
