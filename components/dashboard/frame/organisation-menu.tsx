"use client";

import { lazy } from "react";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import type { OrganisationMenuProps } from "./frame-props";
import { SwitcherButton } from "./switcher-button";

const load = () => import("./organisation-menu-opened");
const Opened = lazy(load);

/**
 * The menu that switches between organisations. Each has addresses of its own, so that two tabs can show different
 * ones.
 */
export function OrganisationMenu(props: OrganisationMenuProps) {
  const target = <SwitcherButton name={props.current?.name ?? "Organisations"} />;
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened {...props} target={target} />
    </MenuOnDemand>
  );
}
