"use client";

import { Anchor, useMantineColorScheme } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useMemo } from "react";
import type { Command } from "@/components/ui/commands/command-table";
import { useCommand, useCommands } from "@/components/ui/commands/use-command";
import { useCommandKeys } from "@/components/ui/commands/use-command-keys";
import { isStillSignedIn, setSessionAddress, useIsSignedOut } from "@/components/ui/session";
import { useOutcome } from "@/components/ui/use-outcome";
import { ADMINISTRATION } from "../navigation/administration";
import { pagesOfOrganisation, placeOf } from "../navigation/pages";
import type { PlaceProps } from "../navigation/place-props";
import { forgetRecent } from "../palette/recent";
import type { FrameOverlay } from "./frame-props";
import { ProgressBar } from "./progress-bar";
import { ShortcutsDialog } from "./shortcuts-dialog";
import classes from "./signed-out-line.module.css";

const Palette = lazy(() => import("../palette/palette"));

interface Props extends PlaceProps {
  shown: FrameOverlay | null;
  show: (overlay: FrameOverlay | null) => void;
}

/** The frame's work besides showing the page: keys, palette and progress. It loads once the page is there. */
export default function AfterLoad({ shown, show, ...place }: Props) {
  useCommandKeys();
  usePlaceKeys(place);
  useFrameCommands(show, place.signOut);
  const close = () => show(null);
  return (
    <>
      <Suspense>
        <ProgressBar />
        <Palette {...place} isOpen={shown === "palette"} close={close} />
      </Suspense>
      <SignedOutLine organisationId={(place.organisation ?? place.organisations[0])?.id ?? null} />
      <ShortcutsDialog isOpen={shown === "shortcuts"} close={close} />
    </>
  );
}

/** Offers `g` and a letter for every page of the database or project, and of the organisation. */
function usePlaceKeys({ organisation, database = null, project = null, isAdministration }: PlaceProps): void {
  const router = useRouter();
  const commands = useMemo(() => {
    const ofOrganisation = organisation ? placeOf(organisation, database, project).pages : [];
    const inner = isAdministration ? ADMINISTRATION.pages : ofOrganisation;
    const taken = new Set(inner.map(({ key }) => key));
    const outer = organisation ? pagesOfOrganisation(organisation).filter(({ key }) => !taken.has(key)) : [];
    return [...inner, ...outer].map(({ href, label, key }): Command => {
      return { id: `go-${key}`, label, keys: `g ${key}`, group: "Go to", run: () => router.push(href as Route) };
    });
  }, [organisation, database, project, isAdministration, router]);
  useCommands(commands);
}

function useFrameCommands(show: Props["show"], signOut: PlaceProps["signOut"]): void {
  const { setColorScheme } = useMantineColorScheme();
  const { run } = useOutcome();
  const commands = useMemo(() => {
    const all: (Omit<Command, "group"> & Partial<Command>)[] = [
      { id: "palette", label: "Search or do anything", keys: "mod+K" },
      { id: "shortcuts", label: "Keyboard shortcuts", keys: "?", run: () => show("shortcuts") },
      { id: "page-search", label: "Search this page", keys: "/", run: focusPageSearch },
      { id: "close", label: "Close the topmost dialog, menu or panel", keys: "Esc" },
      { id: "theme-light", label: "Theme: light", run: () => setColorScheme("light") },
      { id: "theme-dark", label: "Theme: dark", run: () => setColorScheme("dark") },
      { id: "theme-auto", label: "Theme: system", run: () => setColorScheme("auto") },
    ];
    return all.map((command): Command => ({ group: "Everywhere", ...command }));
  }, [show, setColorScheme]);
  useCommands(commands);
  useCommand({ id: "sign-out", label: "Sign out", group: "Everywhere" }, () => {
    forgetRecent();
    run(signOut, "Signed out.");
  });
}

/** Focuses the first search field of the page that can be seen. */
function focusPageSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '#main :is(input[type="search"], input[data-page-search])',
  );
  const field = [...fields].find((each) => each.checkVisibility());
  field?.focus();
  field?.select();
}

/** Says in one line that the member has signed out elsewhere. The page stays, and with it the text that was typed. */
function SignedOutLine({ organisationId }: { organisationId: string | null }) {
  const isSignedOut = useIsSignedOut();
  useEffect(() => {
    setSessionAddress(organisationId && `/dashboard/${organisationId}/session`);
    const ask = () => {
      if (document.visibilityState === "visible") void isStillSignedIn(0);
    };
    document.addEventListener("visibilitychange", ask);
    addEventListener("focus", ask);
    return () => {
      document.removeEventListener("visibilitychange", ask);
      removeEventListener("focus", ask);
    };
  }, [organisationId]);
  if (!isSignedOut) return null;
  return (
    <div role="alert" className={classes.line}>
      <span>You're signed out. Your text is still here.</span>
      {/* A tab of its own leads through the sign-in page; this one goes on where it was. */}
      <Anchor href={location.pathname + location.search} target="_blank" inherit>
        Sign in
      </Anchor>
    </div>
  );
}
