"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

/** The functions that close the open layers; the last belongs to the topmost. */
const layers: (() => void)[] = [];

/**
 * Returns whether a dialog or panel is open. It renders closed before it opens: Mantine then knows which element had
 * the focus, and returns it. Esc closes the topmost layer alone, from its first frame on.
 */
export function useLayer(opened: boolean, close: () => void): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const isOpen = opened && isThere;
  const onEscape = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = () => onEscape();
    if (layers.push(layer) === 1) window.addEventListener("keydown", closeTopmost, true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener("keydown", closeTopmost, true);
    };
  }, [isOpen]);
  return isOpen;
}

/** Leaves the key to an input method, and to a list of Mantine's that is open in the layer. */
function closeTopmost(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing) return;
  if (event.target instanceof Element && event.target.getAttribute("data-mantine-stop-propagation") === "true") return;
  layers.at(-1)?.();
}
