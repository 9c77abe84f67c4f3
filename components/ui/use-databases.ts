"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";

type NamedDatabase = Pick<DatabaseWithOrigin, "id" | "name">;

const PAUSE_MS = 150;

/** The databases of an organisation whose names hold `name`, at most twenty; the newest for "". Empty without `organisationId`. */
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
      // Another letter was typed, or the network is away: what was found stays.
      .catch(() => undefined);
    return () => control.abort();
  }, [organisationId, asked]);
  return found;
}
