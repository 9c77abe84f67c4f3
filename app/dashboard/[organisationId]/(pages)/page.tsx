import { SimpleGrid } from "@mantine/core";
import type { Metadata } from "next";
import { CreateDatabase } from "@/components/dashboard/databases/create-database";
import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { EmptyState } from "@/components/dashboard/empty-state";
import { PageHeading } from "@/components/dashboard/page-heading";
import { QuotaMeter } from "@/components/dashboard/quota-meter";
import { listDatabasesWithOrigin } from "@/lib/databases/list-with-origin";
import { hasPermission } from "@/lib/members/permissions";
import { showOrganisation } from "@/lib/organisations/show";
import { requireMember } from "@/lib/web/current-member";
import { createDatabase } from "../database-actions";

export const metadata: Metadata = { title: "Databases" };

export default async function DatabasesPage({ params }: PageProps<"/dashboard/[organisationId]">) {
  const { organisationId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  const [databases, { usage }] = await Promise.all([
    listDatabasesWithOrigin(ctx, {}),
    showOrganisation(ctx, { organisationId }),
  ]);
  const create = hasPermission(member.role, "databases:write") ? createDatabase.bind(null, organisationId) : null;
  return (
    <>
      <PageHeading title="Databases" text="PostgreSQL databases of the organisation, and their branches.">
        {create && databases.length > 0 && <CreateDatabase create={create} />}
      </PageHeading>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
        <QuotaMeter label="Databases" {...usage.databases} />
        <QuotaMeter label="Branches" {...usage.branches} />
      </SimpleGrid>
      {databases.length > 0 ? (
        <DatabaseTree organisationId={organisationId} databases={databases} />
      ) : (
        <EmptyState
          title="No databases yet"
          text={
            create
              ? "Make the first one here, by the API, or by the command line. It is ready within a second or two."
              : "Your role may look, and not make one. A developer, an admin or an owner can."
          }
        >
          {create && <CreateDatabase create={create} />}
        </EmptyState>
      )}
    </>
  );
}
