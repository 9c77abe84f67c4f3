"use client";

import { MenuDivider, MenuDropdown, MenuItem, MenuLabel, MenuRadioItem, useMantineColorScheme } from "@mantine/core";
import { IconBook, IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import { useOutcome } from "@/components/ui/use-outcome";
import type { AccountMenuProps } from "./frame-props";
import classes from "./menus.module.css";

const SCHEMES = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
  { value: "dark", label: "Dark", icon: IconMoon },
] as const;

export default function OpenedAccountMenu({ email, signOut, target }: AccountMenuProps & Opened) {
  const { isWorking, run } = useOutcome();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <OpeningMenu target={target} position="bottom-end" width={260} closeOnItemClick={false}>
      <MenuDropdown>
        <MenuLabel className={classes.email}>{email}</MenuLabel>
        <MenuItem component={PageLink} href="/dashboard/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </MenuItem>
        <MenuItem component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          Documentation
        </MenuItem>
        <MenuDivider />
        <MenuLabel>Theme</MenuLabel>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <MenuRadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
            checkIcon={<IconCheck size={16} aria-hidden />}
            rightSection={<Icon size={16} aria-hidden />}
          >
            {label}
          </MenuRadioItem>
        ))}
        <MenuDivider />
        <MenuItem
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={isWorking}
          onClick={() => run(signOut, "Signed out.")}
        >
          Sign out
        </MenuItem>
      </MenuDropdown>
    </OpeningMenu>
  );
}
