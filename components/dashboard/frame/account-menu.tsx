"use client";

import { Avatar, UnstyledButton } from "@mantine/core";
import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { AccountMenuProps } from "./frame-props";

const load = () => import("./account-menu-opened");
const Opened = lazy(load);

/** The menu of the account: its page, the colour scheme, and signing out. */
export function AccountMenu(props: AccountMenuProps) {
  const target = (
    <UnstyledButton aria-label="Account">
      <Avatar color="leaf" radius="xl" size={28} aria-hidden>
        {props.email.slice(0, 1).toUpperCase()}
      </Avatar>
    </UnstyledButton>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
