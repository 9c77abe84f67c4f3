"use client";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageNonce } from "@/components/ui/page-nonce";
import { cssVariables, theme } from "../frame/theme";
import classes from "./gallery.module.css";

/** A part of a page with a colour scheme of its own. */
export function Scheme({ scheme, children }: { scheme: "light" | "dark"; children: ReactNode }) {
  const id = `gallery-${scheme}`;
  const nonce = usePageNonce();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      cssVariablesSelector={`#${id}`}
      getRootElement={() => document.getElementById(id) ?? undefined}
      getStyleNonce={() => nonce}
    >
      <div id={id} className={classes.scheme} data-mantine-color-scheme={scheme}>
        {children}
      </div>
    </MantineProvider>
  );
}
