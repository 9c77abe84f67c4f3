"use client";

import { MenuDivider, MenuDropdown, MenuItem, MenuLabel } from "@mantine/core";
import { IconBook, IconFileText, IconKeyboard } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { Keys } from "@/components/ui/commands/keys";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import type { HelpMenuProps } from "./frame-props";

export default function OpenedHelpMenu({ serviceName, version, show, target }: HelpMenuProps & Opened) {
  const { slug, title } = docOfPage(usePathname());
  return (
    <OpeningMenu target={target} position="bottom-end" width={240}>
      <MenuDropdown>
        <MenuItem component="a" href={`/docs/${slug}`} leftSection={<IconFileText size={16} aria-hidden />}>
          About {title}
        </MenuItem>
        <MenuItem component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          Documentation
        </MenuItem>
        <MenuItem
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<Keys keys="?" />}
          onClick={() => show("shortcuts")}
        >
          Keyboard shortcuts
        </MenuItem>
        <MenuDivider />
        <MenuLabel>
          {serviceName} {version}
        </MenuLabel>
      </MenuDropdown>
    </OpeningMenu>
  );
}

interface PageDoc {
  /** The address below /docs. */
  slug: string;
  /** The subject of the documentation's page, as it is read after "About". */
  title: string;
}

const OF_DATABASE: Record<string, PageDoc> = {
  sql: { slug: "sql-editor", title: "the SQL editor" },
  tables: { slug: "tables", title: "tables" },
  documents: { slug: "documents", title: "documents" },
  history: { slug: "history-and-undo", title: "history and undo" },
  "restore-points": { slug: "restore-points", title: "restore points" },
  activity: { slug: "activity", title: "activity" },
  advice: { slug: "advice", title: "advice" },
  branches: { slug: "branching", title: "branching" },
};

const OF_ORGANISATION: Record<string, PageDoc> = {
  projects: { slug: "projects", title: "projects" },
  members: { slug: "members-and-roles", title: "members and roles" },
  keys: { slug: "management-api", title: "API keys" },
  audit: { slug: "audit-log", title: "the audit log" },
  usage: { slug: "dashboard", title: "the dashboard" },
  settings: { slug: "members-and-roles", title: "organisations" },
};

const OF_PROJECT: Record<string, PageDoc> = {
  users: { slug: "users", title: "users" },
  storage: { slug: "objects", title: "object storage" },
  logs: { slug: "logs", title: "logs" },
  functions: { slug: "functions", title: "functions" },
  realtime: { slug: "realtime", title: "realtime" },
};

/** Returns the page of the documentation about a page of the dashboard. */
function docOfPage(pathname: string): PageDoc {
  const [, , place = "", page = "", , inside = ""] = pathname.split("/");
  if (place === "account" || place === "invitations") return { slug: "accounts", title: "accounts" };
  if (place === "admin") return { slug: "administration", title: "administration" };
  const found =
    page === "databases" ? OF_DATABASE[inside] : (page === "projects" && OF_PROJECT[inside]) || OF_ORGANISATION[page];
  return found ?? { slug: "databases", title: "databases" };
}
