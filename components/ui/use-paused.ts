import { useState } from "react";

/**
 * Holds a list still that others go on adding to at its head.
 *
 * `shown` is what to show, `waiting` is how many came since the list was paused.
 */
export function usePaused<Entry extends { id: number | string }>(entries: readonly Entry[]) {
  /** The entries when it was paused; `null` while it isn't. */
  const [paused, setPaused] = useState<readonly Entry[] | null>(null);
  const newest = Number(paused?.[0]?.id ?? 0);
  return {
    shown: paused ?? entries,
    isPaused: paused !== null,
    waiting: paused ? entries.filter(({ id }) => Number(id) > newest).length : 0,
    toggle: () => setPaused(paused ? null : entries),
    resume: () => setPaused(null),
    /** Empties the view and stays paused, if it was. */
    clear: () => setPaused((last) => last && []),
  };
}
