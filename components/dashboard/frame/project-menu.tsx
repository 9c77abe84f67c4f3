"use client";

import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { ProjectMenuProps } from "./frame-props";
import { SwitcherButton } from "./switcher-button";

const load = () => import("./project-menu-opened");
const Opened = lazy(load);

/** The menu that switches between the projects of an organisation. */
export function ProjectMenu(props: ProjectMenuProps) {
  const target = <SwitcherButton name={props.current.name} />;
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
