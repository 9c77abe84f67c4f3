"use client";

import { ActionIcon, Alert, Box, Burger, Container, NavLink, UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys, useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import { Mark } from "@/components/ui/mark";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { AccountMenu } from "./account-menu";
import classes from "./frame.module.css";
import type { FrameOrganisation, FrameProps } from "./frame-props";
import { navigationOf } from "./navigation";
import { OrganisationMenu } from "./organisation-menu";
import { useStayOffline } from "./use-stay-offline";

const CommandPalette = lazy(() => import("./command-palette"));

/** The frame of every page of the dashboard: header, navigation and command palette. */
export function Frame(props: FrameProps) {
  const { serviceName, email, organisations, organisation, invitations, signOut, children } = props;
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  const isHydrated = useHydrated();
  const palette = usePalette();
  useStayOffline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(close, [pathname]);
  return (
    <div data-dashboard>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className={classes.header}>
        {organisation && (
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? "Close navigation" : "Open navigation"}
            aria-expanded={isOpen}
            aria-disabled={isHydrated ? undefined : true}
          />
        )}
        <PageLink href="/dashboard" className={classes.brand} aria-label={`${serviceName} dashboard`}>
          <Mark />
          <Box component="span" visibleFrom="sm">
            {serviceName}
          </Box>
        </PageLink>
        <OrganisationMenu organisations={organisations} current={organisation} invitations={invitations} />
        <div className={classes.space} />
        <SearchButtons open={palette.open} />
        <AccountMenu email={email} signOut={signOut} />
      </header>
      <div className={classes.body}>
        {organisation && <Navigation organisation={organisation} pathname={pathname} isOpen={isOpen} />}
        <main id="main" tabIndex={-1} className={classes.main}>
          <Container size="lg" px={0}>
            <noscript>
              <Alert variant="light" color="yellow" mb="md">
                JavaScript is off. You can read pages, follow links and send forms. Dialogs, menus, the SQL editor and
                editing rows or documents need JavaScript.
              </Alert>
            </noscript>
            {children}
          </Container>
        </main>
      </div>
      {palette.isThere && (
        <Suspense>
          <CommandPalette organisations={organisations} organisation={organisation} timesAsked={palette.timesAsked} />
        </Suspense>
      )}
    </div>
  );
}

/** Loads the command palette once the page is idle, or when the user opens it by a button or Ctrl K. */
function usePalette() {
  const [isThere, setIsThere] = useState(false);
  const [timesAsked, setTimesAsked] = useState(0);
  const open = () => {
    setIsThere(true);
    setTimesAsked((times) => times + 1);
  };
  useWhenIdle(() => setIsThere(true));
  useHotkeys([["mod+K", open]]);
  return { isThere, timesAsked, open };
}

function SearchButtons({ open }: { open: () => void }) {
  const isHydrated = useHydrated();
  // The server does not know the operating system, so the hint appears together with the shortcut.
  const os = useOs();
  return (
    <>
      <UnstyledButton
        className={classes.search}
        visibleFrom="sm"
        onClick={open}
        aria-disabled={isHydrated ? undefined : true}
      >
        <IconSearch size={16} aria-hidden />
        <span>Search</span>
        {os !== "undetermined" && <kbd>{os === "macos" ? "⌘" : "Ctrl"} K</kbd>}
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        aria-disabled={isHydrated ? undefined : true}
        onClick={open}
      >
        <IconSearch size={20} />
      </ActionIcon>
    </>
  );
}

interface NavigationProps {
  organisation: FrameOrganisation;
  pathname: string;
  /** Whether the navigation is open on a narrow screen. */
  isOpen: boolean;
}

function Navigation({ organisation, pathname, isOpen }: NavigationProps) {
  return (
    <nav className={classes.navbar} data-open={isOpen || undefined} aria-label="Organisation">
      {navigationOf(organisation).map(({ href, label, icon: Icon, isExact }) => {
        const isHere = isExact ? pathname === href || pathname.includes("/databases/") : pathname.startsWith(href);
        return (
          <NavLink
            key={href}
            component={PageLink}
            href={href}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            rightSection={<PendingLink />}
            active={isHere}
            aria-current={isHere ? "page" : undefined}
            className={classes.link}
          />
        );
      })}
    </nav>
  );
}
