import {
  IconChartBar,
  IconDatabase,
  IconHistory,
  IconKey,
  type IconProps,
  IconSettings,
  IconUsers,
} from "@tabler/icons-react";
import type { Route } from "next";
import type { ComponentType } from "react";
import type { FrameOrganisation } from "./frame-props";

export interface NavigationItem {
  href: Route;
  label: string;
  icon: ComponentType<IconProps>;
  /** Whether the item is active on its own address only, which every other address starts with. */
  isExact?: boolean;
}

/** Returns the pages of an organisation that the member may see. */
export function navigationOf({ id, canReadAudit, canWriteKeys }: FrameOrganisation): NavigationItem[] {
  const to = (page: string) => `/dashboard/${id}${page}` as Route;
  return [
    { href: to(""), label: "Databases", icon: IconDatabase, isExact: true },
    { href: to("/members"), label: "Members", icon: IconUsers },
    ...(canWriteKeys ? [{ href: to("/keys"), label: "API keys", icon: IconKey }] : []),
    ...(canReadAudit ? [{ href: to("/audit"), label: "Audit log", icon: IconHistory }] : []),
    { href: to("/usage"), label: "Plan and usage", icon: IconChartBar },
    { href: to("/settings"), label: "Settings", icon: IconSettings },
  ];
}
