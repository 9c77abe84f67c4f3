"use client";

import { Button } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { OrganisationMenuProps } from "./frame-props";
import classes from "./menus.module.css";

const load = () => import("./organisation-menu-opened");
const Opened = lazy(load);

/**
 * The menu that switches between organisations. Each has addresses of its own, so that two tabs can show different
 * ones.
 */
export function OrganisationMenu(props: OrganisationMenuProps) {
  const target = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.switcher}
      rightSection={<IconSelector size={14} aria-hidden />}
    >
      <span className={classes.name}>{props.current?.name ?? "Organisations"}</span>
    </Button>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
