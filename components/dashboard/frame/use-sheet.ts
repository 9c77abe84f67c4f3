"use client";

import { useFocusTrap } from "@mantine/hooks";
import { usePathname } from "next/navigation";
import { type RefCallback, useEffect, useState } from "react";

/** The navigation as a sheet over the page, on a narrow screen. */
export interface Sheet {
  isOpen: boolean;
  toggle: () => void;
  /** Keeps the focus within the sheet while it is open. */
  trap: RefCallback<HTMLElement | null>;
}

/** From this width on, the navigation stands beside the page: components/dashboard/frame/sidebar.module.css. */
const WIDE = "(min-width: 48em)";

/** Returns the sheet, which Esc, another page and a wider window close. */
export function useSheet(): Sheet {
  const [isOpen, setIsOpen] = useState(false);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when the page changes
  useEffect(() => setIsOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
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
  return { isOpen, toggle: () => setIsOpen(!isOpen), trap: useFocusTrap(isOpen) };
}
