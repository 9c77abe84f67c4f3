"use client";

import { type RefObject, useLayoutEffect } from "react";
import { useProject } from "./use-project";

/**
 * Gives an element the accent colour of the project, unless the app has one of its own. A policy may forbid `style`
 * attributes, so it is set by script.
 */
export function useBrand(element: RefObject<HTMLElement | null>): void {
  const brand = useProject().project?.brand;
  useLayoutEffect(() => {
    const root = element.current;
    if (!root || !brand || getComputedStyle(root).getPropertyValue("--auth-accent") !== "") return;
    const { accentColor, onAccentColor, accentTextColor } = brand;
    root.style.setProperty("--_auth-brand-accent", accentColor);
    root.style.setProperty("--_auth-brand-on-accent", onAccentColor);
    root.style.setProperty("--_auth-brand-link-light", accentTextColor.light);
    root.style.setProperty("--_auth-brand-link-dark", accentTextColor.dark);
  }, [element, brand]);
}
