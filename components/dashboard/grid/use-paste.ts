"use client";

import { useEffect, useRef } from "react";
import type { GridView } from "./grid-view";
import type { GridState } from "./use-grid";

/** Hears a paste while the grid has the focus: browsers send it to the element where text was selected last. */
export function usePaste({ root, latest }: GridState, onPaste: GridView["onPaste"]): void {
  const current = useRef(onPaste);
  useEffect(() => {
    current.current = onPaste;
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => {
      const { active } = latest.current;
      if (!current.current || !active || document.activeElement !== root.current) return;
      event.preventDefault();
      current.current(active, event.clipboardData?.getData("text/plain") ?? "");
    };
    document.addEventListener("paste", hear);
    return () => document.removeEventListener("paste", hear);
  }, [root, latest]);
}
