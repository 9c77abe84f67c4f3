"use client";

import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import { IconButton } from "./icon-button";
import { MenuOnDemand } from "./menu-on-demand";
import type { RowAction } from "./row-action";

interface Props {
  /** The accessible name, such as `Actions for shop`. */
  label: string;
  actions: readonly RowAction[];
}

const load = () => import("./row-menu-opened");
const Opened = lazy(load);

/** The `⋯` menu at the end of a row, which a right click anywhere in the row opens too. Nothing without actions. */
export function RowMenu({ label, actions }: Props) {
  if (actions.length === 0) return null;
  const target = (
    <IconButton aria-label={label}>
      <IconDots size={16} aria-hidden />
    </IconButton>
  );
  return (
    <MenuOnDemand target={target} load={load} opensByRow>
      <Opened target={target} actions={actions} />
    </MenuOnDemand>
  );
}
