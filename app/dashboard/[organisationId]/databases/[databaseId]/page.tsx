import { Alert, Group, Loader, Paper, Text } from "@mantine/core";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { requireDatabase } from "@/lib/web/current-database";
import { Overview } from "./_components/overview";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]">;

export default async function DatabasePage({ params, searchParams }: Props) {
  const [{ organisationId, databaseId }, { range }] = await Promise.all([params, searchParams]);
  const current = await requireDatabase(organisationId, databaseId);
  const { name, status, failureReason } = current.database;
  const isReady = status === "ready";
  return (
    <>
      <PageHeading title={name} />
      {failureReason && (
        <Alert color="red" variant="light" mb="md">
          {failureReason}
        </Alert>
      )}
      {/* Without a boundary of its own: React would show the content of one 300 ms after its fallback. */}
      {isReady && <Overview current={current} organisationId={organisationId} range={range} />}
      {status === "provisioning" && (
        <Paper withBorder p="xl">
          <Group justify="center" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Creating your database. This takes a few seconds. The page updates automatically.</Text>
          </Group>
        </Paper>
      )}
      {isReady && !hasPermission(current.member.role, "credentials:reveal") && (
        <Text c="dimmed" mt="md">
          Your role can't reveal the connection string. Ask a developer, admin or owner.
        </Text>
      )}
    </>
  );
}
