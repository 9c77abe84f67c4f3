"use client";

import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconBook, IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import Link from "next/link";
import { useTransition } from "react";
import classes from "./menus.module.css";
import { useHydrated } from "./use-hydrated";

const SCHEMES = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
  { value: "dark", label: "Dark", icon: IconMoon },
] as const;

/** The account, the colours of the pages, and the way out. */
export function AccountMenu({ email, signOut }: { email: string; signOut: () => Promise<void> }) {
  const [isLeaving, startLeaving] = useTransition();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isHydrated = useHydrated();
  return (
    <Menu
      position="bottom-end"
      width={260}
      withinPortal={false}
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
    >
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
        <Menu.Label>Colours</Menu.Label>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={isHydrated && colorScheme === value}
            onChange={() => setColorScheme(value)}
            checkIcon={<IconCheck size={16} aria-hidden />}
            rightSection={<Icon size={16} aria-hidden />}
          >
            {label}
          </Menu.RadioItem>
        ))}
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
