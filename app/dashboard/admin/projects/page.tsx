import { Group } from "@mantine/core";
import type { Metadata } from "next";
import { AllProjects } from "@/components/dashboard/administration/all-projects";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChip } from "@/components/ui/filter-chip";
import { filteredAddress, toggledAddress } from "@/components/ui/filtered-address";
import { LinkButton } from "@/components/ui/link";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { PageHeading } from "@/components/ui/page-heading";
import { SearchField } from "@/components/ui/search-field";
import {
  FindAdministeredProjectsInput,
  findAdministeredProjects,
} from "@/lib/services/project-administration/find-projects";
import { requireOperatorAccount } from "@/lib/web/current-operator";

export const metadata: Metadata = { title: "All projects" };

const ADDRESS = "/dashboard/admin/projects";
const Query = FindAdministeredProjectsInput.omit({ limit: true });

export default async function AllProjectsPage({ searchParams }: PageProps<"/dashboard/admin/projects">) {
  const { ctx } = await requireOperatorAccount();
  const parsed = Query.safeParse(await searchParams);
  const asked = parsed.success ? parsed.data : Query.parse({});
  const { items, nextCursor } = await findAdministeredProjects(ctx, asked);
  const { search, status } = asked;
  const query: { search?: string; status?: string } = { ...(search && { search }), ...(status && { status }) };
  const { search: _, ...kept } = query;
  return (
    <>
      <PageHeading title="All projects" />
      <ListToolbar
        search={
          <SearchField
            address={ADDRESS}
            name="search"
            label="Find a project"
            placeholder="Find by name, organisation or ID"
            value={search}
            kept={kept as Record<string, string>}
            maxLength={64}
          />
        }
        count={`${items.length}${nextCursor ? " shown" : items.length === 1 ? " project" : " projects"}`}
      >
        {(["suspended", "banned"] as const).map((each) => (
          <FilterChip key={each} href={toggledAddress(ADDRESS, query, "status", each)} isOn={status === each}>
            {each === "suspended" ? "Suspended" : "Banned"}
          </FilterChip>
        ))}
      </ListToolbar>
      {items.length > 0 ? (
        <AllProjects projects={items} />
      ) : (
        <EmptyState title="No matching projects" text="Search for something else, or remove a filter." />
      )}
      {nextCursor && (
        <Group justify="center" mt="md">
          <LinkButton href={filteredAddress(ADDRESS, { ...query, before: nextCursor })} variant="default">
            Older
          </LinkButton>
        </Group>
      )}
    </>
  );
}
