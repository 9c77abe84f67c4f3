import { Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { DatabaseFacts } from "@/components/dashboard/databases/database-facts";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { DangerZone } from "@/components/ui/danger-zone";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { requireDatabase } from "@/lib/web/current-database";
import { deleteDatabase } from "../../../database-actions";

export const metadata: Metadata = { title: "Database settings" };

export default async function DatabaseSettingsPage({
  params,
}: PageProps<"/dashboard/[organisationId]/databases/[databaseId]/settings">) {
  const { organisationId, databaseId } = await params;
  const { member, database } = await requireDatabase(organisationId, databaseId);
  const canDelete = hasPermission(member.role, "databases:write") && database.status !== "provisioning";
  return (
    <>
      <PageHeading title="Settings" />
      <DatabaseFacts organisationId={organisationId} database={database} />
      {canDelete ? (
        <DangerZone title="Delete">
          <Stack gap="sm" align="flex-start">
            <Text>
              Deletes the database with all its data and restore points, and closes its connections. Branches are kept.
            </Text>
            <ConfirmByTyping
              title="Delete database"
              name={database.name}
              action={deleteDatabase.bind(null, organisationId, databaseId)}
            >
              This can't be undone.
            </ConfirmByTyping>
          </Stack>
        </DangerZone>
      ) : (
        <Text c="dimmed">
          {database.status === "provisioning"
            ? "The database can be deleted once it has been created."
            : "Your role can't delete databases. Ask a developer, admin or owner."}
        </Text>
      )}
    </>
  );
}
