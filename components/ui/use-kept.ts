"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { BrowserMemory } from "./browser-memory";

interface Form<Value> {
  /** Parses the kept text, which may be anything. */
  read: (text: string | null) => Value;
  /** Returns the text to keep; `null` where there is nothing to remember. */
  write: (value: Value) => string | null;
}

/**
 * Returns a value that the browser keeps for all windows, and a function that changes the value as it is kept now, so
 * that no window writes over a change of another beside it. The server knows nothing of the kept data.
 */
export function useKept<Value>(
  memory: BrowserMemory,
  name: string,
  form: Form<Value>,
): [Value, (change: (now: Value) => Value) => void] {
  const { read, write } = form;
  const subscribe = useCallback((changed: () => void) => memory.subscribe(changed), [memory]);
  const text = useSyncExternalStore(
    subscribe,
    () => memory.read(name),
    () => null,
  );
  const value = useMemo(() => read(text), [read, text]);
  return [value, (change) => memory.write(name, write(change(read(memory.read(name)))))];
}
