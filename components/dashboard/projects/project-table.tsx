"use client";

import { IconKey, IconSettings } from "@tabler/icons-react";
import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import { RowMenu } from "@/components/ui/row-menu";
import { StatusWord } from "@/components/ui/status-word";
import type { ProjectWithActivity } from "@/lib/sign-in/projects/resource";
import classes from "./project-table.module.css";
import { userCountText } from "./user-count";

interface Props {
  organisationId: string;
  projects: readonly ProjectWithActivity[];
  maySeeKeys: boolean;
}

export function ProjectTable({ organisationId, projects, maySeeKeys }: Props) {
  const homeOf = ({ id }: ProjectWithActivity) => `/dashboard/${organisationId}/projects/${id}`;
  return (
    <DataTable
      label="Projects"
      minWidth={640}
      rows={projects}
      columns={[
        { name: "Name", cell: (project) => <ProjectName home={homeOf(project)} of={project} /> },
        { name: "Used on", card: null, className: classes.meta, cell: ({ origins }) => originsText(origins) },
        { name: "Users", isFigure: true, cell: userCountText },
        { name: "Last sign-in", cell: ({ lastSignInAt: at }) => (at === null ? "None yet" : <Moment at={at} />) },
        { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
      end={(project) => <RowMenu label={`Pages of ${project.name}`} actions={pagesOf(homeOf(project), maySeeKeys)} />}
    />
  );
}

function ProjectName({ home, of: { name, status } }: { home: string; of: ProjectWithActivity }) {
  return (
    <RowLink href={home} name={name}>
      {status !== "active" && <StatusWord kind="warning">{status}</StatusWord>}
    </RowLink>
  );
}

function originsText([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  const { host } = new URL(first);
  return others.length > 0 ? `${host} and ${others.length} more` : host;
}

/** Returns the pages of a project that its menu leads to. */
function pagesOf(home: string, maySeeKeys: boolean) {
  const keys = { label: "Keys", icon: IconKey, href: `${home}/keys` };
  const settings = { label: "Settings", icon: IconSettings, href: `${home}/settings` };
  return maySeeKeys ? [keys, settings] : [settings];
}
