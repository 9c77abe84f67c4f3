import { AllProjects } from "@/components/dashboard/administration/all-projects";
import { askedText, defineList, readListQuery } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import {
  FindAdministeredProjectsInput,
  findAdministeredProjects,
} from "@/lib/services/project-administration/find-projects";
import { operatorPage } from "@/lib/web/current-operator";

export const metadata = { title: "All projects" };

const ADDRESS = "/dashboard/admin/projects";
const Query = FindAdministeredProjectsInput.omit({ limit: true }).catch({ search: "" });

const LIST = defineList({
  noun: "project",
  search: { name: "search", label: "Find a project", placeholder: "Find by name, organisation or ID", maxLength: 64 },
  filters: [
    {
      name: "status",
      choices: [
        { id: "suspended", label: "Suspended" },
        { id: "banned", label: "Banned" },
      ],
    },
  ],
});

export default operatorPage(async ({ ctx, asked }) => {
  const [query, before] = [readListQuery(LIST, asked), askedText(asked.before)];
  const { items, nextCursor } = await findAdministeredProjects(ctx, Query.parse({ ...query, before }));
  return (
    <>
      <PageHeading title="All projects" />
      <FilteredList {...{ list: LIST, address: ADDRESS, query, items, nextCursor, before }}>
        <AllProjects projects={items} />
      </FilteredList>
    </>
  );
});
