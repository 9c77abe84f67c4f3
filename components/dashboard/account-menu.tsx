"use client";

import { Avatar, Menu, SegmentedControl, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { IconBook, IconLogout, IconUser } from "@tabler/icons-react";
import Link from "next/link";
import { useTransition } from "react";
import classes from "./menus.module.css";
import { useHydrated } from "./use-hydrated";

/** The account, the colours of the pages, and the way out. */
export function AccountMenu({ email, signOut }: { email: string; signOut: () => Promise<void> }) {
  const [isLeaving, startLeaving] = useTransition();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isHydrated = useHydrated();
  return (
    <Menu position="bottom-end" width={260} withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton aria-label="Account" aria-disabled={isHydrated ? undefined : true}>
          <Avatar color="leaf" radius="xl" size={34} aria-hidden>
            {email.slice(0, 1).toUpperCase()}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{email}</Menu.Label>
        <Menu.Item component={Link} href="/dashboard/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          <VisuallyHidden id="scheme-label">Colours</VisuallyHidden>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby="scheme-label"
            value={isHydrated ? colorScheme : "auto"}
            onChange={(value) => setColorScheme(value === "light" || value === "dark" ? value : "auto")}
            data={[
              { value: "light", label: "Light" },
              { value: "auto", label: "System" },
              { value: "dark", label: "Dark" },
            ]}
          />
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={isLeaving}
          onClick={() => startLeaving(signOut)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
