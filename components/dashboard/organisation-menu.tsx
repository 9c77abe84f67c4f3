"use client";

import { Badge, Button, Menu } from "@mantine/core";
import { IconCheck, IconMail, IconSelector } from "@tabler/icons-react";
import type { Route } from "next";
import Link from "next/link";
import classes from "./menus.module.css";
import { useHydrated } from "./use-hydrated";

interface Organisation {
  id: string;
  name: string;
}

interface Props {
  organisations: readonly Organisation[];
  current: Organisation | null;
  invitations: number;
}

/** Switches between organisations. Each has addresses of its own, so that two tabs do not get in each other's way. */
export function OrganisationMenu({ organisations, current, invitations }: Props) {
  return (
    <Menu position="bottom-start" width={280} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.switcher}
          aria-disabled={useHydrated() ? undefined : true}
          rightSection={<IconSelector size={16} aria-hidden />}
        >
          <span className={classes.name}>{current?.name ?? "Organisations"}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {organisations.length > 0 && <Menu.Label>Organisations</Menu.Label>}
        {organisations.map(({ id, name }) => (
          <Menu.Item
            key={id}
            component={Link}
            href={`/dashboard/${id}` as Route}
            rightSection={id === current?.id ? <IconCheck size={16} aria-label="shown now" /> : undefined}
          >
            <span className={classes.name}>{name}</span>
          </Menu.Item>
        ))}
        {organisations.length > 0 && <Menu.Divider />}
        <Menu.Item
          component={Link}
          href="/dashboard/invitations"
          leftSection={<IconMail size={16} aria-hidden />}
          rightSection={invitations > 0 ? <Badge size="sm">{invitations}</Badge> : undefined}
        >
          Invitations and new organisation
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
