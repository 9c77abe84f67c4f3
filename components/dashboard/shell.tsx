"use client";

import { ActionIcon, AppShell, Box, Burger, Container, Group, NavLink, UnstyledButton } from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { Mark } from "../site/mark";
import { AccountMenu } from "./account-menu";
import { CommandPalette, openCommandPalette } from "./command-palette";
import { navigationOf } from "./navigation";
import { OrganisationMenu } from "./organisation-menu";
import { PendingLink } from "./pending-link";
import classes from "./shell.module.css";
import { useHydrated } from "./use-hydrated";

export interface ShellOrganisation {
  id: string;
  name: string;
}

export interface ShellProps {
  serviceName: string;
  email: string;
  organisations: readonly ShellOrganisation[];
  /** `null` on pages of the account itself. */
  organisation: (ShellOrganisation & { canReadAudit: boolean; canWriteKeys: boolean }) | null;
  /** Waits for an answer. */
  invitations: number;
  signOut: () => Promise<void>;
  children: ReactNode;
}

/** What is around every page of the dashboard: header, navigation, command palette. */
export function Shell(props: ShellProps) {
  const { serviceName, email, organisations, organisation, invitations, signOut, children } = props;
  const [isOpen, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  const isHydrated = useHydrated();
  // Not known to the server, so the hint is there from the moment on that the keys do something.
  const os = useOs();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(close, [pathname]);
  return (
    <AppShell
      data-dashboard
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen, desktop: organisation === null } }}
      padding="md"
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
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
          <Link href="/dashboard" className={classes.brand} aria-label={`${serviceName} dashboard`}>
            <Mark />
            <Box component="span" visibleFrom="sm">
              {serviceName}
            </Box>
          </Link>
          <OrganisationMenu organisations={organisations} current={organisation} invitations={invitations} />
          <div className={classes.space} />
          <UnstyledButton
            className={classes.search}
            visibleFrom="sm"
            onClick={openCommandPalette}
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
            onClick={openCommandPalette}
          >
            <IconSearch size={20} />
          </ActionIcon>
          <AccountMenu email={email} signOut={signOut} />
        </Group>
      </AppShell.Header>
      {organisation && (
        <AppShell.Navbar p="sm" className={classes.navbar} aria-label="Organisation">
          <div>
            {navigationOf(organisation).map(({ href, label, icon: Icon, isExact }) => {
              const isHere = isExact
                ? pathname === href || pathname.includes("/databases/")
                : pathname.startsWith(href);
              return (
                <NavLink
                  key={href}
                  component={Link}
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
          </div>
        </AppShell.Navbar>
      )}
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Container size="lg" px={0}>
          {children}
        </Container>
      </AppShell.Main>
      <CommandPalette {...props} />
    </AppShell>
  );
}
