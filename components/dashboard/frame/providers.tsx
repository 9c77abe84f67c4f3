"use client";

import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { PageNonce } from "@/components/ui/page-nonce";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { cssVariables, theme } from "./theme";

const Notices = lazy(() => import("./notices"));

/**
 * Provides the theme, the nonce and notices. `nonce` is that of the document, whose policy stays the same after
 * navigations.
 */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [own] = useState(() => {
    // Overlays write styles while they are open, which need the nonce.
    if (typeof window !== "undefined") setNonce(nonce);
    return nonce;
  });
  const [isIdle, setIsIdle] = useState(false);
  useWhenIdle(() => setIsIdle(true));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => own}
    >
      <PageNonce value={own}>{children}</PageNonce>
      <PageStart />
      {isIdle && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </MantineProvider>
  );
}

/**
 * Focuses the heading of each page that is opened without a document of its own, so that a reader starts there. A page
 * that has focused a part of its own keeps that. Comes after the page, whose effects run first.
 */
function PageStart() {
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
