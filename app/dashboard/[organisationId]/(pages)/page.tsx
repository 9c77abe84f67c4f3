import { Group, SimpleGrid, Text } from "@mantine/core";
import type { Metadata } from "next";
import { CreateDatabase } from "@/components/dashboard/databases/create-database";
import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { SearchForm } from "@/components/dashboard/databases/search-form";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { QuotaMeter } from "@/components/ui/quota-meter";
import { hasPermission } from "@/lib/core/access/permissions";
import { DatabasePageInput, listDatabasePage } from "@/lib/hosting/databases/list-page";
import { showOrganisation } from "@/lib/people/organisations/show";
import { requireMember } from "@/lib/web/current-member";
import { orNotFound } from "@/lib/web/or-not-found";
import { createDatabase } from "../database-actions";

export const metadata: Metadata = { title: "Databases" };

export default async function DatabasesPage({ params, searchParams }: PageProps<"/dashboard/[organisationId]">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  const { search = "", before } = DatabasePageInput.catch({ search: "", limit: 50 }).parse(await searchParams);
  const [{ items, nextCursor, isCut }, { usage }] = await Promise.all([
    orNotFound(() => listDatabasePage(ctx, { search, before, limit: 50 })),
    showOrganisation(ctx, { organisationId }),
  ]);
  const create = hasPermission(member.role, "databases:write") ? createDatabase.bind(null, organisationId) : null;
  const isEmpty = usage.databases.used + usage.branches.used === 0;
  const address = `/dashboard/${organisationId}`;
  return (
    <>
      <PageHeading title="Databases" text="Your PostgreSQL databases and their branches.">
        {create && !isEmpty && <CreateDatabase create={create} />}
      </PageHeading>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
        <QuotaMeter label="Databases" {...usage.databases} />
        <QuotaMeter label="Branches" {...usage.branches} />
      </SimpleGrid>
      {!isEmpty && <SearchForm address={address} search={search} />}
      {items.length > 0 && <DatabaseTree organisationId={organisationId} databases={items} />}
      {items.length === 0 && !isEmpty && (
        <EmptyState title="No matching databases" text="Try a shorter part of the name." />
      )}
      {isEmpty && (
        <EmptyState
          title="No databases yet"
          text={
            create
              ? "Create your first one. It's ready in a second or two."
              : "Developers, admins and owners can create databases."
          }
        >
          {create && <CreateDatabase create={create} />}
        </EmptyState>
      )}
      {isCut && (
        <Text size="sm" c="dimmed" mt="sm">
          Not all branches are listed here. Search for one by name, or open its database.
        </Text>
      )}
      {nextCursor && (
        <Group justify="center" mt="md">
          <LinkButton
            href={`${address}?${new URLSearchParams({ ...(search && { search }), before: nextCursor })}`}
            variant="default"
          >
            Older
          </LinkButton>
        </Group>
      )}
    </>
  );
}
