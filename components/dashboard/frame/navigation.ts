import {
  IconActivity,
  IconBell,
  IconBinaryTree,
  IconBraces,
  IconChartBar,
  IconDatabase,
  IconDeviceFloppy,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  type IconProps,
  IconSettings,
  IconTable,
  IconTerminal2,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { FrameDatabase, FrameOrganisation } from "./frame-props";

export interface NavigationItem {
  href: string;
  label: string;
  icon: ComponentType<IconProps>;
  /** Whether the item is current at its own address only, which the others of its list start with. */
  isExact?: boolean;
}

/** Returns the pages of an organisation that the member may see. */
export function pagesOfOrganisation({ id, canReadAudit, canWriteKeys }: FrameOrganisation): NavigationItem[] {
  const to = (page: string) => `/dashboard/${id}${page}`;
  return [
    { href: to(""), label: "Databases", icon: IconDatabase, isExact: true },
    { href: to("/members"), label: "Members", icon: IconUsers },
    ...(canWriteKeys ? [{ href: to("/keys"), label: "API keys", icon: IconKey }] : []),
    ...(canReadAudit ? [{ href: to("/audit"), label: "Audit log", icon: IconListDetails }] : []),
    { href: to("/usage"), label: "Plan and usage", icon: IconChartBar },
    { href: to("/settings"), label: "Settings", icon: IconSettings },
  ];
}

/** Returns the pages of a database. */
export function pagesOfDatabase({ id: organisationId }: FrameOrganisation, { id }: FrameDatabase): NavigationItem[] {
  const to = (page: string) => `/dashboard/${organisationId}/databases/${id}${page}`;
  return [
    { href: to(""), label: "Overview", icon: IconLayoutDashboard, isExact: true },
    { href: to("/sql"), label: "SQL", icon: IconTerminal2 },
    { href: to("/tables"), label: "Tables", icon: IconTable },
    { href: to("/documents"), label: "Documents", icon: IconBraces },
    { href: to("/history"), label: "History", icon: IconHistory },
    { href: to("/restore-points"), label: "Restore points", icon: IconDeviceFloppy },
    { href: to("/activity"), label: "Activity", icon: IconActivity },
    { href: to("/events"), label: "Events", icon: IconBell },
    { href: to("/branches"), label: "Branches", icon: IconBinaryTree },
    { href: to("/settings"), label: "Settings", icon: IconSettings },
  ];
}

/** Returns whether the page at `pathname` is the item's own or below it. */
export function isCurrent({ href, isExact }: NavigationItem, pathname: string): boolean {
  return pathname === href || (!isExact && pathname.startsWith(`${href}/`));
}
