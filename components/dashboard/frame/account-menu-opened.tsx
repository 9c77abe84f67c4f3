"use client";

import {
  MenuCheckboxItem,
  MenuDivider,
  MenuDropdown,
  MenuItem,
  MenuLabel,
  MenuRadioItem,
  useMantineColorScheme,
} from "@mantine/core";
import {
  IconBook,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconShield,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { useSingleKeys } from "@/components/ui/commands/single-keys";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import { useOutcome } from "@/components/ui/use-outcome";
import { forgetRecent } from "../palette/recent";
import type { AccountMenuProps } from "./frame-props";
import classes from "./menus.module.css";

const SCHEMES = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
  { value: "dark", label: "Dark", icon: IconMoon },
] as const;

export default function OpenedAccountMenu({ email, name, isOperator, signOut, target }: AccountMenuProps & Opened) {
  const { isWorking, run } = useOutcome();
  const [areSingleKeysOn, setSingleKeys] = useSingleKeys();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <OpeningMenu target={target} position="bottom-end" width={260} closeOnItemClick={false}>
      <MenuDropdown>
        <div className={classes.person}>
          {name && <div className={classes.personName}>{name}</div>}
          <div className={classes.email}>{email}</div>
        </div>
        <MenuDivider />
        <MenuItem component={PageLink} href="/dashboard/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </MenuItem>
        {isOperator && (
          <MenuItem component={PageLink} href="/dashboard/admin" leftSection={<IconShield size={16} aria-hidden />}>
            Administration
          </MenuItem>
        )}
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
        <MenuCheckboxItem
          checked={areSingleKeysOn}
          onChange={setSingleKeys}
          checkIcon={<IconCheck size={16} aria-hidden />}
        >
          Single-key shortcuts
        </MenuCheckboxItem>
        <MenuDivider />
        <MenuItem
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={isWorking}
          onClick={() => {
            forgetRecent();
            run(signOut, "Signed out.");
          }}
        >
          Sign out
        </MenuItem>
      </MenuDropdown>
    </OpeningMenu>
  );
}
