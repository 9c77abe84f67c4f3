"use client";

import {
  IconActivity,
  IconBinaryTree,
  IconDeviceFloppy,
  IconHistory,
  IconSettings,
  IconTable,
  IconTerminal2,
} from "@tabler/icons-react";
import { RowMenu } from "@/components/ui/row-menu";

interface Props {
  organisationId: string;
  databaseId: string;
  name: string;
}

const PAGES = [
  { label: "SQL", page: "sql", icon: IconTerminal2 },
  { label: "Tables", page: "tables", icon: IconTable },
  { label: "History", page: "history", icon: IconHistory },
  { label: "Restore points", page: "restore-points", icon: IconDeviceFloppy },
  { label: "Activity", page: "activity", icon: IconActivity },
  { label: "Branches", page: "branches", icon: IconBinaryTree },
  { label: "Settings", page: "settings", icon: IconSettings },
] as const;

/** The menu of a database in a list: its pages. */
export function DatabaseMenu({ organisationId, databaseId, name }: Props) {
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  return (
    <RowMenu
      label={`Pages of ${name}`}
      actions={PAGES.map(({ label, page, icon }) => ({ label, icon, href: `${home}/${page}` }))}
    />
  );
}
