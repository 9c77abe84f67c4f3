"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

const Memory = createContext<Map<string, unknown>>(new Map());

/** Keeps how results are looked at while their tab is open, also when its query runs again. */
export function ResultMemory({ children }: { children: ReactNode }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <Memory value={kept}>{children}</Memory>;
}

/** Returns a state that the tab of the result keeps under a name. */
export function useKept<T>(name: string, initial: () => T): [T, (value: T) => void] {
  const kept = useContext(Memory);
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : initial()));
  const change = (next: T) => {
    kept.set(name, next);
    setValue(next);
  };
  return [value, change];
}
