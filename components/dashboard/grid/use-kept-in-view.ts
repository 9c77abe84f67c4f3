"use client";

import { useEffect, useRef } from "react";
import type { GridState } from "./use-grid";

/** Keeps the active cell in view while its grid is used and gets another size, such as by a bar that appears below it. */
export function useKeptInView(grid: GridState): void {
  const latest = useRef(grid);
  latest.current = grid;
  const { root } = grid;
  useEffect(() => {
    const node = root.current;
    if (!node) return;
    const observer = new ResizeObserver(() => {
      const { active, show } = latest.current;
      if (active && node.contains(document.activeElement)) show(active);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [root]);
}
