import { ListKeys } from "@/components/ui/commands/list-keys";
import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import type { AdministeredProject } from "@/lib/services/project-administration/resource";
import { ProjectStandingWord } from "./project-standing-word";

/** Projects of all organisations; each leads to its page of administration. */
export function AllProjects({ projects }: { projects: readonly AdministeredProject[] }) {
  return (
    <ListKeys>
      <DataTable
        label="All projects"
        minWidth={560}
        rows={projects}
        columns={[
          { name: "Name", cell: ({ id, name }) => <RowLink href={`/dashboard/admin/projects/${id}`} name={name} /> },
          { name: "Organisation", cell: ({ organisationName }) => organisationName ?? "The service itself" },
          { name: "Status", cell: ({ status }) => status !== "active" && <ProjectStandingWord status={status} /> },
          { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </ListKeys>
  );
}
