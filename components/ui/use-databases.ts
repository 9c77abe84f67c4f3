"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";

export interface NamedDatabase extends Pick<DatabaseWithOrigin, "id" | "name" | "parentName"> {
  /** How many databases of the list it is a branch of. */
  depth: number;
}

const PAUSE_MS = 150;

/**
 * Returns at most fifty databases of an organisation whose names contain `name`; the newest ones for an empty `name`,
 * and none without `organisationId`.
 */
export function useDatabases(organisationId: string | null, name: string): readonly NamedDatabase[] {
  const [asked] = useDebouncedValue(name.trim().slice(0, 40), PAUSE_MS);
  const [found, setFound] = useState<readonly NamedDatabase[]>([]);
  useEffect(() => {
    if (organisationId === null) return;
    const control = new AbortController();
    const address = `/dashboard/${organisationId}/databases/search?${new URLSearchParams({ name: asked })}`;
    fetch(address, { signal: control.signal })
      .then(async (answer) => {
        if (answer.ok) setFound(((await answer.json()) as { items: NamedDatabase[] }).items);
      })
      // The request was replaced by a later one, or failed: the last results stay.
      .catch(() => undefined);
    return () => control.abort();
  }, [organisationId, asked]);
  return found;
}
