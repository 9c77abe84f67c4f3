"use client";

import { Alert } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { CommandPalette, usePalette } from "./command-palette";
import classes from "./frame.module.css";
import type { FrameProps } from "./frame-props";
import { Header } from "./header";
import { Sidebar } from "./sidebar";
import { useStayOffline } from "./use-stay-offline";

/** The frame of every page of the dashboard: header with the place, sidebar of that place, and command palette. */
export function Frame({ children, sidebar, ...props }: FrameProps) {
  const { organisation, database = null } = props;
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  const palette = usePalette();
  useStayOffline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when the page changes
  useEffect(close, [pathname]);
  return (
    <div data-dashboard>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header {...props} isSheetOpen={isOpen} toggleSheet={toggle} openPalette={palette.open} />
      <div className={classes.body}>
        {organisation && <Sidebar organisation={organisation} database={database} isOpen={isOpen} {...sidebar} />}
        <main id="main" tabIndex={-1} className={classes.main}>
          <noscript>
            <Alert variant="light" color="yellow" mb="md">
              JavaScript is off. You can read pages, follow links and send forms. Dialogs, menus, the SQL editor and
              editing rows or documents need JavaScript.
            </Alert>
          </noscript>
          {children}
        </main>
      </div>
      <CommandPalette {...props} {...palette} />
    </div>
  );
}
