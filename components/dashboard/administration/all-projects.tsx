import { ListKeys } from "@/components/ui/commands/list-keys";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import type { AdministeredProject } from "@/lib/services/project-administration/resource";
import { ProjectStandingWord } from "./project-standing-word";

const COLUMNS = ["Name", "Organisation", "Status", "Created"] as const;

/** Projects of all organisations; each leads to its page of administration. */
export function AllProjects({ projects }: { projects: readonly AdministeredProject[] }) {
  return (
    <ListKeys>
      <Listing label="All projects" minWidth={560} columns={COLUMNS} stacks hasActions={false}>
        {projects.map(({ id, name, status, organisationName, createdAt }) => (
          <tr key={id}>
            <th scope="row">
              <PageLink href={`/dashboard/admin/projects/${id}`} data-row-link>
                {name}
                <PendingLink />
              </PageLink>
            </th>
            <td data-label="Organisation">{organisationName ?? "The service itself"}</td>
            <td data-label="Status">{status !== "active" && <ProjectStandingWord status={status} />}</td>
            <td data-label="Created">
              <Moment at={createdAt} />
            </td>
          </tr>
        ))}
      </Listing>
    </ListKeys>
  );
}
