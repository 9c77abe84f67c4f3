import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { CreateBranch } from "@/components/dashboard/databases/create-branch";
import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { getDatabaseWithBranches } from "@/lib/hosting/databases/get-with-branches";
import { requireMember } from "@/lib/web/current-member";
import { orNotFound } from "@/lib/web/or-not-found";
import { createBranch } from "../../../database-actions";

export const metadata: Metadata = { title: "Branches" };

export default async function BranchesPage({
  params,
}: PageProps<"/dashboard/[organisationId]/databases/[databaseId]/branches">) {
  const { organisationId, databaseId } = await params;
  const { member, ctx } = await requireMember(organisationId);
  const { database, branches, isCut } = await orNotFound(() => getDatabaseWithBranches(ctx, { databaseId }));
  const create = hasPermission(member.role, "databases:write") && database.status === "ready" && (
    <CreateBranch parentName={database.name} create={createBranch.bind(null, organisationId, databaseId)} />
  );
  return (
    <>
      <PageHeading title="Branches">{branches.length > 0 && create}</PageHeading>
      {branches.length > 0 ? (
        <DatabaseTree organisationId={organisationId} databases={branches} label="Branches" />
      ) : (
        <EmptyState
          title="No branches yet"
          text="A branch is a full copy of the database where you can try things out."
        >
          {create}
        </EmptyState>
      )}
      {isCut && (
        <Text size="sm" c="dimmed" mt="sm">
          Not all branches are listed here. Search for one by name on the databases page.
        </Text>
      )}
    </>
  );
}
