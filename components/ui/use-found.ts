"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

const PAUSE_MS = 150;

/**
 * Returns the items of the list at `address` whose name contains `name`, once the typing pauses; nothing without an
 * address.
 */
export function useFound<Item>(address: string | null, name: string): readonly Item[] {
  const [asked] = useDebouncedValue(name.trim().slice(0, 40), PAUSE_MS);
  const [found, setFound] = useState<readonly Item[]>([]);
  useEffect(() => {
    if (address === null) return;
    const control = new AbortController();
    fetch(`${address}?${new URLSearchParams({ name: asked })}`, { signal: control.signal })
      .then(async (answer) => {
        if (answer.ok) setFound(((await answer.json()) as { items: Item[] }).items);
      })
      // The request was replaced by a later one, or failed: the last results stay.
      .catch(() => undefined);
    return () => control.abort();
  }, [address, asked]);
  return found;
}
