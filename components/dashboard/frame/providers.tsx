"use client";

import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { PageNonce } from "@/components/ui/page-nonce";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { cssVariables, theme } from "./theme";

const Notices = lazy(() => import("./notices"));

/** `nonce` is that of the document: the page's policy names no other, however often parts of it are rendered anew. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [own] = useState(() => {
    // For the styles that overlays write while they are open.
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
      {isIdle && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </MantineProvider>
  );
}
