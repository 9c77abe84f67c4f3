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
  const pathname = usePathname();
  /** The page that it was opened over: over another it is closed from the start, which can then take the focus. */
  const [openOver, setOpenOver] = useState<string | null>(null);
  const isOpen = openOver === pathname;
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    ref.current?.querySelector("a")?.focus();
    const close = () => setOpenOver(null);
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
  return { isOpen, toggle: () => setOpenOver(isOpen ? null : pathname), ref };
}
