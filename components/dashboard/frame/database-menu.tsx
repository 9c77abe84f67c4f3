"use client";

import { IconGitBranch } from "@tabler/icons-react";
import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { DatabaseMenuProps } from "./frame-props";
import { SwitcherButton } from "./switcher-button";

const load = () => import("./database-menu-opened");
const Opened = lazy(load);

/** The menu that switches between the databases and branches of an organisation. */
export function DatabaseMenu(props: DatabaseMenuProps) {
  const { name, parent } = props.current;
  const target = (
    <SwitcherButton name={name} leftSection={parent ? <IconGitBranch size={14} aria-label="Branch" /> : undefined} />
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
