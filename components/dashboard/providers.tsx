"use client";

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { setNonce } from "get-nonce";
import { type ReactNode, useState } from "react";
import { PageNonce } from "./page-nonce";
import { cssVariables, theme } from "./theme";

/** `nonce` is that of the document: the page's policy names no other, however often parts of it are rendered anew. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [own] = useState(() => {
    // For the styles that overlays write while they are open.
    if (typeof window !== "undefined") setNonce(nonce);
    return nonce;
  });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => own}
    >
      <Notifications position="bottom-right" />
      <PageNonce value={own}>{children}</PageNonce>
    </MantineProvider>
  );
}
