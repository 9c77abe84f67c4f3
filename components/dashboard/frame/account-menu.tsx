"use client";

import { UnstyledButton } from "@mantine/core";
import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import { Initials } from "@/components/ui/person";
import type { AccountMenuProps } from "./frame-props";

const load = () => import("./account-menu-opened");
const Opened = lazy(load);

/** The menu of the account: its page, the colour scheme, and signing out. */
export function AccountMenu(props: AccountMenuProps) {
  const target = (
    <UnstyledButton aria-label="Account">
      <Initials name={props.name} email={props.email} />
    </UnstyledButton>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
