"use client";

import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { PageNonce } from "@/components/ui/page-nonce";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { PageStart } from "./page-start";
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
