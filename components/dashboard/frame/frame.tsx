"use client";

import { Alert } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import classes from "./frame.module.css";
import type { FrameOverlay, FrameProps } from "./frame-props";
import { Header } from "./header";
import { placeOf } from "./navigation";
import { Sidebar } from "./sidebar";
import { useSheet } from "./use-sheet";
import { useStayOffline } from "./use-stay-offline";

/** Whether it is here already, so that the keys work at once in the frame of the next place. */
let isAfterLoadHere = false;
const AfterLoad = lazy(async () => {
  const loaded = await import("./after-load");
  isAfterLoadHere = true;
  return loaded;
});

/** The frame of every page of the dashboard: header with the place, sidebar of that place, keys and palette. */
export function Frame({ children, sidebar, ...props }: FrameProps) {
  const { organisation, database = null, project = null } = props;
  const sheet = useSheet();
  const [isLoaded, load] = useDisclosure(isAfterLoadHere);
  const [shown, show] = useState<FrameOverlay | null>(null);
  useWhenIdle(load.open);
  useHotkeys([["mod+K", () => show(shown === "palette" ? null : "palette")]], [], true);
  useStayOffline();
  return (
    <div data-dashboard>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header {...props} sheet={sheet} show={show} />
      <div className={classes.body}>
        {organisation && <Sidebar place={placeOf(organisation, database, project)} sheet={sheet} {...sidebar} />}
        <main id="main" tabIndex={-1} className={classes.main} inert={sheet.isOpen}>
          <noscript>
            <Alert variant="light" color="yellow" mb="md">
              JavaScript is off. You can read pages, follow links and send forms. Dialogs, menus, the SQL editor and
              editing rows or documents need JavaScript.
            </Alert>
          </noscript>
          {children}
        </main>
      </div>
      {(isLoaded || shown !== null) && (
        <Suspense>
          <AfterLoad
            organisations={props.organisations}
            organisation={organisation}
            database={database}
            project={project}
            signOut={props.signOut}
            shown={shown}
            show={show}
          />
        </Suspense>
      )}
    </div>
  );
}
