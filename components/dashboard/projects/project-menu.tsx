"use client";

import { IconKey, IconSettings } from "@tabler/icons-react";
import { RowMenu } from "@/components/ui/row-menu";

interface Props {
  organisationId: string;
  projectId: string;
  name: string;
  maySeeKeys: boolean;
}

/** The menu of a project in a list: its pages. */
export function ProjectMenu({ organisationId, projectId, name, maySeeKeys }: Props) {
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const keys = { label: "Keys", icon: IconKey, href: `${home}/keys` };
  const settings = { label: "Settings", icon: IconSettings, href: `${home}/settings` };
  return <RowMenu label={`Pages of ${name}`} actions={maySeeKeys ? [keys, settings] : [settings]} />;
}
