"use client";

import { Button } from "@mantine/core";
import { IconGitBranch, IconSelector } from "@tabler/icons-react";
import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { DatabaseMenuProps } from "./frame-props";
import classes from "./menus.module.css";

const load = () => import("./database-menu-opened");
const Opened = lazy(load);

/** The menu that switches between the databases and branches of an organisation. */
export function DatabaseMenu(props: DatabaseMenuProps) {
  const { name, parent } = props.current;
  const target = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.switcher}
      leftSection={parent ? <IconGitBranch size={14} aria-label="Branch" /> : undefined}
      rightSection={<IconSelector size={14} aria-hidden />}
    >
      <span className={classes.name}>{name}</span>
    </Button>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
