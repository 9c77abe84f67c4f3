"use client";

import { useDocumentVisibility } from "@mantine/hooks";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import type { RunningWork } from "@/lib/sql/running-work/resource";

const EVERY_MS = 2_000;

/**
 * Returns the tasks that the service itself knows to be running in the organisation, from any member and any page that
 * was reloaded since. It asks on each change of page, and again as long as there is something.
 */
export function useServerTasks(organisationId: string | null): readonly RunningWork[] {
  const [found, setFound] = useState<readonly RunningWork[]>([]);
  const pathname = usePathname();
  const isVisible = useDocumentVisibility() === "visible";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was left may have started something
  useEffect(() => {
    if (organisationId === null || !isVisible) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const items = await askOnce(organisationId, control.signal);
      if (control.signal.aborted || items === null) return;
      setFound(items);
      if (items.length > 0) timer = setTimeout(ask, EVERY_MS);
    };
    void ask();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [organisationId, pathname, isVisible]);
  return found;
}

/** Returns `null` when the service did not answer: the former tasks stay. */
async function askOnce(organisationId: string, signal: AbortSignal): Promise<readonly RunningWork[] | null> {
  try {
    const answer = await fetch(`/dashboard/${organisationId}/tasks`, { signal });
    return answer.ok ? ((await answer.json()) as { items: RunningWork[] }).items : null;
  } catch {
    return null;
  }
}
