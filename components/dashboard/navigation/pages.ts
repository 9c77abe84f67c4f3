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
import type { FrameDatabase, FrameOrganisation, FrameProject } from "./place-props";

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

/** Returns the maker of the pages below an address; the page at the address itself is current nowhere else. */
function pagesAt(home: string) {
  return (path: string, label: string, icon: NavigationItem["icon"], key: string, words: string): NavigationItem => ({
    ...{ href: `${home}${path}`, label, icon, key, words },
    ...(path === "" && { isExact: true }),
  });
}

const SINGLE_SIGN_ON = [
  "/sso",
  "Single sign-on",
  IconShieldLock,
  "n",
  "sso saml openid connect okta entra azure google workspace keycloak companies enterprise",
] as const;

/** Returns the pages of an organisation that the member may see. */
export function pagesOfOrganisation({ id, canReadAudit, canWriteKeys }: FrameOrganisation): NavigationItem[] {
  const page = pagesAt(`/dashboard/${id}`);
  return [
    page("", "Databases", IconDatabase, "d", "postgres list home"),
    page("/projects", "Projects", IconApps, "p", "sign-in auth apps login users"),
    page("/members", "Members", IconUsers, "m", "team users people invite roles"),
    page(...SINGLE_SIGN_ON),
    ...(canWriteKeys ? [page("/keys", "API keys", IconKey, "k", "tokens secrets")] : []),
    ...(canReadAudit ? [page("/audit", "Audit log", IconListDetails, "a", "activity who did what trail")] : []),
    page("/usage", "Plan and usage", IconChartBar, "u", "limits quota storage"),
    page("/billing", "Billing", IconCreditCard, "b", "plan subscription payment invoice upgrade downgrade"),
    page("/settings", "Settings", IconSettings, ",", "organisation rename delete leave"),
  ];
}

/** Returns the pages of a database. */
export function pagesOfDatabase({ id: organisationId }: FrameOrganisation, { id }: FrameDatabase): NavigationItem[] {
  const page = pagesAt(`/dashboard/${organisationId}/databases/${id}`);
  return [
    page("", "Overview", IconLayoutDashboard, "o", "metrics charts dashboard"),
    page("/sql", "SQL", IconTerminal2, "s", "query editor console run statement"),
    page("/tables", "Tables", IconTable, "t", "rows data browse edit"),
    page("/documents", "Documents", IconBraces, "j", "json collections nosql"),
    page("/history", "History", IconHistory, "h", "undo statements log"),
    page("/restore-points", "Restore points", IconDeviceFloppy, "r", "backups snapshots recovery pitr"),
    page("/activity", "Activity", IconActivity, "y", "sessions locks live cancel connections"),
    page(
      "/advice",
      "Advice",
      IconBulb,
      "a",
      "advisor security performance slow queries missing indexes row-level security rls lint",
    ),
    page("/events", "Events", IconBell, "e", "host restrictions incidents"),
    page("/branches", "Branches", IconBinaryTree, "b", "copies forks"),
    page("/settings", "Settings", IconSettings, ",", "database id delete"),
  ];
}

/** Returns the pages of a project that the member may see. */
export function pagesOfProject(organisation: FrameOrganisation, { id }: FrameProject): NavigationItem[] {
  const page = pagesAt(`/dashboard/${organisation.id}/projects/${id}`);
  return [
    page("", "Overview", IconLayoutDashboard, "o", "get started set up snippet sign-ins"),
    page("/users", "Users", IconUsers, "u", "accounts people ban block sessions"),
    page("/organizations", "Organisations", IconBuildingCommunity, "g", "teams tenants workspaces members customers"),
    page(
      "/methods",
      "Methods",
      IconLogin2,
      "m",
      "sign-in providers google apple openid connect signing keys jwks origins",
    ),
    page(...SINGLE_SIGN_ON),
    page("/brand", "Brand", IconPalette, "b", "logo colours accent theme texts hosted pages preview"),
    page(
      "/mail",
      "Mail",
      IconMail,
      "i",
      "emails sender domain dns dkim spf dmarc bounces templates texts reply-to test",
    ),
    ...(organisation.canWriteProjectKeys
      ? [page("/keys", "Keys", IconKey, "k", "public server testing tokens secrets")]
      : []),
    page("/webhooks", "Webhooks", IconWebhook, "w", "events http endpoints deliveries"),
    page("/events", "Events", IconListDetails, "e", "log sign-ins refused why could not get in failed login security"),
    page("/logs", "Logs", IconLogs, "l", "requests errors request id functions sql statements search export live tail"),
    page("/storage", "Storage", IconBucket, "t", "buckets objects files uploads pictures policy"),
    page(
      "/functions",
      "Functions",
      IconFunction,
      "f",
      "serverless code deploy endpoints webhooks cron schedules secrets logs workers",
    ),
    page("/realtime", "Realtime", IconBroadcast, "r", "websockets tables topics"),
    page("/usage", "Usage", IconChartBar, "s", "limits quota storage invocations realtime egress"),
    page("/settings", "Settings", IconSettings, ",", "methods origins password sessions delete"),
  ];
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
