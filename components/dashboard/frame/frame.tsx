"use client";

import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { lazy, Suspense, useEffect, useState } from "react";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { ADMINISTRATION } from "../navigation/administration";
import { placeOf } from "../navigation/pages";
import classes from "./frame.module.css";
import type { FrameOverlay, FrameProps } from "./frame-props";
import { Header } from "./header";
import { Sidebar } from "./sidebar";
import { useSheet } from "./use-sheet";

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
  const ofOrganisation = organisation && placeOf(organisation, database, project);
  const place = props.isAdministration ? ADMINISTRATION : ofOrganisation;
  const sheet = useSheet();
  const [isLoaded, load] = useDisclosure(isAfterLoadHere);
  const [shown, show] = useState<FrameOverlay | null>(null);
  useWhenIdle(load.open);
  useEffect(() => hearPaletteKey(() => show((now) => (now === "palette" ? null : "palette"))), []);
  useStayOffline();
  return (
    <div data-dashboard>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header {...props} hasSidebar={place !== null} sheet={sheet} show={show} />
      <div className={classes.body}>
        {place && <Sidebar place={place} sheet={sheet} {...sidebar} />}
        <main id="main" tabIndex={-1} className={classes.main} inert={sheet.isOpen}>
          <noscript>
            <p role="alert" className={classes.noScript}>
              JavaScript is off. You can read pages, follow links and send forms. Dialogs, menus, the SQL editor and
              editing rows or documents need JavaScript.
            </p>
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
            isOperator={props.isOperator}
            isAdministration={props.isAdministration}
            signOut={props.signOut}
            shown={shown}
            show={show}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Calls `toggle` for Ctrl K, on a Mac ⌘ K, also while something is typed. Returns a function that ends that. */
function hearPaletteKey(toggle: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== "k" || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    event.preventDefault();
    toggle();
  };
  document.documentElement.addEventListener("keydown", press);
  return () => document.documentElement.removeEventListener("keydown", press);
}

/** While the browser is offline, a link says so in place of leading to the browser's error page. */
function useStayOffline(): void {
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (navigator.onLine || !link || link.getAttribute("href")?.startsWith("#")) return;
      event.preventDefault();
      event.stopPropagation();
      const message = "You are offline. The page stays as it is; follow the link when you are back online.";
      notifications.show({ id: "offline", message, color: "yellow", role: "alert" });
    };
    document.addEventListener("click", stay, { capture: true });
    return () => document.removeEventListener("click", stay, { capture: true });
  }, []);
}
