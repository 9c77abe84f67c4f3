"use client";

import { UnstyledButton } from "@mantine/core";
import { lazy } from "react";
import { initialsOf } from "@/components/ui/initials";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import { Initials } from "@/components/ui/person";
import type { AccountMenuProps } from "./frame-props";

const load = () => import("./account-menu-opened");
const Opened = lazy(load);

/** The menu of the account: its page, the colour scheme, and signing out. */
export function AccountMenu(props: AccountMenuProps) {
  const target = (
    // The name has the visible text, so that it can be said to choose the button.
    <UnstyledButton aria-label={`Account, ${initialsOf(props)}`}>
      <Initials name={props.name} email={props.email} />
    </UnstyledButton>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
