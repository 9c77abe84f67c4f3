"use client";

import { Button } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { ProjectMenuProps } from "./frame-props";
import classes from "./menus.module.css";

const load = () => import("./project-menu-opened");
const Opened = lazy(load);

/** The menu that switches between the projects of an organisation. */
export function ProjectMenu(props: ProjectMenuProps) {
  const target = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.switcher}
      rightSection={<IconSelector size={14} aria-hidden />}
    >
      <span className={classes.name}>{props.current.name}</span>
    </Button>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
