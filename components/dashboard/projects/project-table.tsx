import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
import { StatusWord } from "@/components/ui/status-word";
import type { ProjectWithActivity } from "@/lib/sign-in/projects/resource";
import { ProjectMenu } from "./project-menu";
import classes from "./project-table.module.css";
import { userCountText } from "./user-count";

interface Props {
  organisationId: string;
  projects: readonly ProjectWithActivity[];
  maySeeKeys: boolean;
}

const COLUMNS = ["Name", "Used on", { name: "Users", isFigure: true }, "Last sign-in", "Created"] as const;

export function ProjectTable({ organisationId, projects, maySeeKeys }: Props) {
  return (
    <Listing label="Projects" minWidth={640} columns={COLUMNS} stacks>
      {projects.map((project) => {
        const { id, name, status, origins, lastSignInAt, createdAt } = project;
        const [first, ...others] = origins;
        return (
          <tr key={id}>
            <th scope="row">
              <div className={rowName.name}>
                <PageLink href={`/dashboard/${organisationId}/projects/${id}`} data-row-link>
                  {name}
                  <PendingLink />
                </PageLink>
                {status !== "active" && <StatusWord kind="warning">{status}</StatusWord>}
              </div>
            </th>
            <td className={classes.meta}>
              {first && new URL(first).host}
              {others.length > 0 && ` and ${others.length} more`}
            </td>
            <td data-figure data-label="Users">
              {userCountText(project)}
            </td>
            <td data-label="Last sign-in">{lastSignInAt === null ? "None yet" : <Moment at={lastSignInAt} />}</td>
            <td data-label="Created">
              <Moment at={createdAt} />
            </td>
            <td data-actions>
              <ProjectMenu organisationId={organisationId} projectId={id} name={name} maySeeKeys={maySeeKeys} />
            </td>
          </tr>
        );
      })}
    </Listing>
  );
}
