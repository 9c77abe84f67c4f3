"use client";

import { type RefObject, useEffect } from "react";

/** Below this share of the window, an on-screen keyboard covers the rest. */
const KEYBOARD_SHARE = 0.75;

/** Gives the element the height that an on-screen keyboard leaves, as `--visible-height`, and marks it with `data-keyboard`. */
export function useVisibleHeight(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // A page that is zoomed in has less in sight too, without a keyboard.
      const isCovered = viewport.scale < 1.05 && viewport.height < window.innerHeight * KEYBOARD_SHARE;
      root.current?.toggleAttribute("data-keyboard", isCovered);
      root.current?.style.setProperty("--visible-height", isCovered ? `${viewport.height}px` : "100dvh");
    };
    viewport.addEventListener("resize", follow);
    return () => viewport.removeEventListener("resize", follow);
  }, [root]);
}
