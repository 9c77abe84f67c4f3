"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Focuses the heading of each page that is opened without a document of its own, so that a reader starts there. A page
 * that has focused a part of its own keeps that. Comes after the page, whose effects run first.
 */
export function PageStart() {
  const pathname = usePathname();
  const shown = useRef(pathname);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = () => {
      focused.current = document.activeElement;
    };
    window.addEventListener("navigation-start", note);
    return () => window.removeEventListener("navigation-start", note);
  }, []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById("main");
    const { activeElement } = document;
    if (activeElement !== focused.current && main?.contains(activeElement)) return;
    const start = main?.querySelector("h1") ?? main;
    start?.setAttribute("tabindex", "-1");
    // Next has scrolled already: to the top, or back to the place where the page was left.
    start?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
