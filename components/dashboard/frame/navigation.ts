import {
  IconActivity,
  IconApps,
  IconBell,
  IconBinaryTree,
  IconBraces,
  IconBroadcast,
  IconBucket,
  IconBuildingCommunity,
  IconBulb,
  IconChartBar,
  IconCreditCard,
  IconDatabase,
  IconDeviceFloppy,
  IconFunction,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconLogin2,
  IconLogs,
  IconMail,
  IconPalette,
  type IconProps,
  IconSettings,
  IconShieldLock,
  IconTable,
  IconTerminal2,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { FrameDatabase, FrameOrganisation, FrameProject } from "./frame-props";

export interface NavigationItem {
  href: string;
  label: string;
  icon: ComponentType<IconProps>;
  /** The key that leads there after `g`. */
  key: string;
  /** Words by which the palette finds it besides its label. */
  words: string;
  /** Whether the item is current at its own address only, which the others of its list start with. */
  isExact?: boolean;
}

/** Returns the pages of an organisation that the member may see. */
export function pagesOfOrganisation({ id, canReadAudit, canWriteKeys }: FrameOrganisation): NavigationItem[] {
  const to = (page: string) => `/dashboard/${id}${page}`;
  return [
    { href: to(""), label: "Databases", icon: IconDatabase, key: "d", words: "postgres list home", isExact: true },
    { href: to("/projects"), label: "Projects", icon: IconApps, key: "p", words: "sign-in auth apps login users" },
    { href: to("/members"), label: "Members", icon: IconUsers, key: "m", words: "team users people invite roles" },
    singleSignOn(to("/sso")),
    ...(canWriteKeys
      ? [{ href: to("/keys"), label: "API keys", icon: IconKey, key: "k", words: "tokens secrets" }]
      : []),
    ...(canReadAudit
      ? [
          {
            href: to("/audit"),
            label: "Audit log",
            icon: IconListDetails,
            key: "a",
            words: "activity who did what trail",
          },
        ]
      : []),
    { href: to("/usage"), label: "Plan and usage", icon: IconChartBar, key: "u", words: "limits quota storage" },
    {
      href: to("/billing"),
      label: "Billing",
      icon: IconCreditCard,
      key: "b",
      words: "plan subscription payment invoice upgrade downgrade",
    },
    {
      href: to("/settings"),
      label: "Settings",
      icon: IconSettings,
      key: ",",
      words: "organisation rename delete leave",
    },
  ];
}

/** Returns the pages of a database. */
export function pagesOfDatabase({ id: organisationId }: FrameOrganisation, { id }: FrameDatabase): NavigationItem[] {
  const to = (page: string) => `/dashboard/${organisationId}/databases/${id}${page}`;
  return [
    {
      href: to(""),
      label: "Overview",
      icon: IconLayoutDashboard,
      key: "o",
      words: "metrics charts dashboard",
      isExact: true,
    },
    { href: to("/sql"), label: "SQL", icon: IconTerminal2, key: "s", words: "query editor console run statement" },
    { href: to("/tables"), label: "Tables", icon: IconTable, key: "t", words: "rows data browse edit" },
    { href: to("/documents"), label: "Documents", icon: IconBraces, key: "j", words: "json collections nosql" },
    { href: to("/history"), label: "History", icon: IconHistory, key: "h", words: "undo statements log" },
    {
      href: to("/restore-points"),
      label: "Restore points",
      icon: IconDeviceFloppy,
      key: "r",
      words: "backups snapshots recovery pitr",
    },
    {
      href: to("/activity"),
      label: "Activity",
      icon: IconActivity,
      key: "y",
      words: "sessions locks live cancel connections",
    },
    {
      href: to("/advice"),
      label: "Advice",
      icon: IconBulb,
      key: "a",
      words: "advisor security performance slow queries missing indexes row-level security rls lint",
    },
    { href: to("/events"), label: "Events", icon: IconBell, key: "e", words: "host restrictions incidents" },
    { href: to("/branches"), label: "Branches", icon: IconBinaryTree, key: "b", words: "copies forks" },
    { href: to("/settings"), label: "Settings", icon: IconSettings, key: ",", words: "database id delete" },
  ];
}

function logsItem(href: string): NavigationItem {
  const words = "requests errors request id functions sql statements search export live tail";
  return { href, label: "Logs", icon: IconLogs, key: "l", words };
}

function functionsItem(href: string): NavigationItem {
  const words = "serverless code deploy endpoints webhooks cron schedules secrets logs workers";
  return { href, label: "Functions", icon: IconFunction, key: "f", words };
}

/** Returns the pages of a project that the member may see. */
export function pagesOfProject(organisation: FrameOrganisation, { id }: FrameProject): NavigationItem[] {
  const to = (page: string) => `/dashboard/${organisation.id}/projects/${id}${page}`;
  return [
    {
      href: to(""),
      label: "Overview",
      icon: IconLayoutDashboard,
      key: "o",
      words: "get started set up snippet sign-ins",
      isExact: true,
    },
    { href: to("/users"), label: "Users", icon: IconUsers, key: "u", words: "accounts people ban block sessions" },
    {
      href: to("/organizations"),
      label: "Organisations",
      icon: IconBuildingCommunity,
      key: "g",
      words: "teams tenants workspaces members customers",
    },
    {
      href: to("/methods"),
      label: "Methods",
      icon: IconLogin2,
      key: "m",
      words: "sign-in providers google apple openid connect signing keys jwks origins",
    },
    singleSignOn(to("/sso")),
    {
      href: to("/brand"),
      label: "Brand",
      icon: IconPalette,
      key: "b",
      words: "logo colours accent theme texts hosted pages preview",
    },
    {
      href: to("/mail"),
      label: "Mail",
      icon: IconMail,
      key: "i",
      words: "emails sender domain dns dkim spf dmarc bounces templates texts reply-to test",
    },
    ...(organisation.canWriteProjectKeys
      ? [{ href: to("/keys"), label: "Keys", icon: IconKey, key: "k", words: "public server testing tokens secrets" }]
      : []),
    {
      href: to("/webhooks"),
      label: "Webhooks",
      icon: IconWebhook,
      key: "w",
      words: "events http endpoints deliveries",
    },
    {
      href: to("/events"),
      label: "Events",
      icon: IconListDetails,
      key: "e",
      words: "log sign-ins refused why could not get in failed login security",
    },
    logsItem(to("/logs")),
    {
      href: to("/storage"),
      label: "Storage",
      icon: IconBucket,
      key: "t",
      words: "buckets objects files uploads pictures policy",
    },
    functionsItem(to("/functions")),
    { href: to("/realtime"), label: "Realtime", icon: IconBroadcast, key: "r", words: "websockets tables topics" },
    {
      href: to("/usage"),
      label: "Usage",
      icon: IconChartBar,
      key: "s",
      words: "limits quota storage invocations realtime egress",
    },
    {
      href: to("/settings"),
      label: "Settings",
      icon: IconSettings,
      key: ",",
      words: "methods origins password sessions delete",
    },
  ];
}

function singleSignOn(href: string): NavigationItem {
  const words = "sso saml openid connect okta entra azure google workspace keycloak companies enterprise";
  return { href, label: "Single sign-on", icon: IconShieldLock, key: "n", words };
}

/** The place of a page: the links of the sidebar, and the list it leads back to. */
export interface Place {
  kind: "Organisation" | "Database" | "Project" | "Administration";
  /** Its name, where it is not the organisation itself. */
  name: string | null;
  pages: NavigationItem[];
  back: { href: string; label: string } | null;
}

export function placeOf(
  organisation: FrameOrganisation,
  database: FrameDatabase | null,
  project: FrameProject | null,
): Place {
  const home = `/dashboard/${organisation.id}`;
  if (database) {
    const back = { href: home, label: "All databases" };
    return { kind: "Database", name: database.name, pages: pagesOfDatabase(organisation, database), back };
  }
  if (project) {
    const back = { href: `${home}/projects`, label: "All projects" };
    return { kind: "Project", name: project.name, pages: pagesOfProject(organisation, project), back };
  }
  return { kind: "Organisation", name: null, pages: pagesOfOrganisation(organisation), back: null };
}

/** Returns whether the page at `pathname` is the item's own or below it. */
export function isCurrent({ href, isExact }: NavigationItem, pathname: string): boolean {
  return pathname === href || (!isExact && pathname.startsWith(`${href}/`));
}
