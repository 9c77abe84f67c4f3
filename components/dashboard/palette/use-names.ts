"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

const PAUSE_MS = 150;
/** Other members and apps change the names, so known names are asked for again after this time. */
const MAX_AGE_MS = 30_000;

const known = new Map<string, { at: number; value: unknown }>();

/** Returns the service's answer at an address, immediately the known one; `null` before, and without address. */
export function useNames<Value>(address: string | null): Value | null {
  const [answered, setAnswered] = useState<{ address: string; value: Value } | null>(null);
  useEffect(() => {
    if (address === null) return;
    const kept = known.get(address);
    if (kept) setAnswered({ address, value: kept.value as Value });
    if (kept && performance.now() - kept.at < MAX_AGE_MS) return;
    const control = new AbortController();
    fetch(address, { signal: control.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const value = (await response.json()) as Value;
        known.set(address, { at: performance.now(), value });
        if (!control.signal.aborted) setAnswered({ address, value });
      })
      // It was replaced by a later one, or failed: the palette finds the rest.
      .catch(() => undefined);
    return () => control.abort();
  }, [address]);
  return answered?.address === address ? answered.value : null;
}

/** Returns the address to search at once the typing pauses; `null` while there is nothing to search. */
export function useSearchAddress(address: string | null, name: string, query: string): string | null {
  const [asked] = useDebouncedValue(query.trim(), PAUSE_MS);
  if (address === null || asked === "") return null;
  return `${address}?${new URLSearchParams({ [name]: asked })}`;
}
