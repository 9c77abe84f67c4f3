import { DeletedProjects } from "@/components/dashboard/projects/deleted-projects";
import { ProjectTable } from "@/components/dashboard/projects/project-table";
import { CopyField } from "@/components/ui/copy-field";
import { FormButton } from "@/components/ui/forms/form-button";
import { defineList } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { ListPage } from "@/components/ui/lists/list-page";
import { listDeletedProjects } from "@/lib/sign-in/projects/list-deleted";
import { ListProjectsInput, listProjectsWithActivity } from "@/lib/sign-in/projects/list-with-activity";
import { memberPage } from "@/lib/web/current-member";
import { createProject, restoreProject } from "../../project-actions";
import { PROJECT } from "../../project-forms";

export const metadata = { title: "Projects" };

const LIST = defineList({
  noun: "project",
  search: { name: "search", label: "Find a project", placeholder: "Find by name", maxLength: 64 },
});

/** From this many projects on they are found by their names. */
const MANY = 8;

export default memberPage(async ({ organisationId, ctx, home, can, here, asked }) => {
  const search = ListProjectsInput.shape.search.catch("").parse(asked.search);
  const [projects, deleted] = await Promise.all([
    listProjectsWithActivity(ctx, { organisationId, search }),
    listDeletedProjects(ctx, { organisationId }),
  ]);
  const create = can("projects:write") ? here(createProject) : null;
  const createButton = create && <FormButton form={PROJECT.form} action={create} command="create-project" />;
  const address = `${home}/projects`;
  const table = (
    <ProjectTable organisationId={organisationId} projects={projects} maySeeKeys={can("project-keys:write")} />
  );
  return (
    <>
      <ListPage
        heading={{ title: "Projects" }}
        create={createButton}
        isEmpty={projects.length === 0 && search === ""}
        empty={{
          title: "No projects yet",
          text: `A project is the sign-in service of one app: its users, sign-in methods and keys.${
            create ? "" : " Developers, admins and owners can create one."
          }`,
          example: <CopyField label="Example" text="await auth.signIn.email({ email, password })" />,
        }}
      >
        {projects.length >= MANY || search !== "" ? (
          <FilteredList
            {...{ list: LIST, address, query: search === "" ? {} : { search } }}
            items={projects}
            nextCursor={null}
            before={undefined}
          >
            {table}
          </FilteredList>
        ) : (
          table
        )}
      </ListPage>
      {deleted.length > 0 && search === "" && (
        <DeletedProjects projects={deleted} restore={create && here(restoreProject)} />
      )}
    </>
  );
});
