"use client";

import { Box } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

/** A group that takes the focus when the focused element within it is removed, such as the row that was deleted. */
export function KeepFocus({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      const isLost = last instanceof Element && !last.isConnected && document.activeElement === document.body;
      if (!isLost) return;
      last = null;
      region.focus();
    });
    region.addEventListener("focusin", note);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      region.removeEventListener("focusin", note);
      observer.disconnect();
    };
  }, []);
  return (
    <Box ref={ref} role="group" aria-label={label} tabIndex={-1} style={{ outline: "none" }}>
      {children}
    </Box>
  );
}
