"use client";

import { IconHelp } from "@tabler/icons-react";
import { lazy } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { HelpMenuProps } from "./frame-props";
import classes from "./header.module.css";

const load = () => import("./help-menu-opened");
const Opened = lazy(load);

/** The menu with the help for this page: its documentation, its shortcuts, and the version. */
export function HelpMenu(props: HelpMenuProps) {
  const target = (
    <IconButton aria-label="Help" className={classes.help}>
      <IconHelp size={18} aria-hidden />
    </IconButton>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
