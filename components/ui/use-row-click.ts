"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

const ROW = "tr, li, [data-row]";

/** Calls `open` on a right click anywhere in the row that the element stands in, but on a link or in a field. */
export function useRowClick(ref: RefObject<HTMLElement | null>, isOn: boolean, open: () => void): void {
  const onOpen = useEffectEvent(open);
  useEffect(() => {
    const row = isOn ? ref.current?.closest(ROW) : null;
    if (!row) return;
    const onContextMenu = (event: Event) => {
      const { target } = event;
      if (target instanceof Element && target.closest("a, input, textarea, select, [role=menu]")) return;
      event.preventDefault();
      onOpen();
    };
    row.addEventListener("contextmenu", onContextMenu);
    return () => row.removeEventListener("contextmenu", onContextMenu);
  }, [ref, isOn]);
}
