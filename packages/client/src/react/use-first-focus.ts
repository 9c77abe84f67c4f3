"use client";

import { useEffect, useRef } from "react";

/** Moves the focus into the first field, or else button, of an element that replaced the button that was pressed. */
export function useFirstFocus(isWanted = true) {
  const element = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(isWanted);
  useEffect(() => {
    if (!takesFocus.current) return;
    const first = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    (first("input:not([type=hidden])") ?? first("button"))?.focus();
  }, []);
  return element;
}
