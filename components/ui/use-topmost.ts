"use client";

import { useEffect, useId, useState } from "react";

const opened: string[] = [];
const listeners = new Set<() => void>();

/** Returns whether the opened part is on top of everything else that is, so that Esc closes it alone. */
export function useTopmost(isOpen: boolean): boolean {
  const id = useId();
  const [isTop, setIsTop] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const look = () => setIsTop(opened.at(-1) === id);
    opened.push(id);
    listeners.add(look);
    for (const listener of listeners) listener();
    return () => {
      opened.splice(opened.indexOf(id), 1);
      listeners.delete(look);
      for (const listener of listeners) listener();
    };
  }, [isOpen, id]);
  return isTop;
}
