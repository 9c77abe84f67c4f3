"use client";

import { usePathname } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";

/** The navigation as a sheet over the page, on a narrow screen. */
export interface Sheet {
  isOpen: boolean;
  toggle: () => void;
  /** The sheet, which gets the focus when it opens; the page below is inert until it closes. */
  ref: RefObject<HTMLElement | null>;
}

/** From this width on, the navigation stands beside the page: components/dashboard/frame/sidebar.module.css. */
const WIDE = "(min-width: 48em)";

/** Returns the sheet, which Esc, another page and a wider window close. */
export function useSheet(): Sheet {
  const [isOpen, setIsOpen] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when the page changes
  useEffect(() => setIsOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    ref.current?.querySelector("a")?.focus();
    const close = () => setIsOpen(false);
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      close();
      if (opener instanceof HTMLElement) opener.focus();
    };
    const wide = matchMedia(WIDE);
    wide.addEventListener("change", close);
    document.addEventListener("keydown", press);
    return () => {
      wide.removeEventListener("change", close);
      document.removeEventListener("keydown", press);
    };
  }, [isOpen]);
  return { isOpen, toggle: () => setIsOpen(!isOpen), ref };
}
