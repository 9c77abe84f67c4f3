import { Alert, Group, Loader, Paper, Skeleton, Text } from "@mantine/core";
import type { Metadata } from "next";
import { Suspense } from "react";
import { DatabaseFacts } from "@/components/dashboard/databases/database-facts";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { requireDatabase } from "@/lib/web/current-database";
import { DatabaseCharts } from "./_components/database-charts";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]">;

export const metadata: Metadata = { title: "Database" };

export default async function DatabasePage({ params, searchParams }: Props) {
  const [{ organisationId, databaseId }, { range }] = await Promise.all([params, searchParams]);
  const { member, ctx, database } = await requireDatabase(organisationId, databaseId);
  const { name, status, failureReason } = database;
  const isReady = status === "ready";
  return (
    <>
      <PageHeading title={name} />
      {failureReason && (
        <Alert color="red" variant="light" mb="md">
          {failureReason}
        </Alert>
      )}
      <DatabaseFacts organisationId={organisationId} database={database} />
      {isReady && (
        <Suspense fallback={<Skeleton height={240} radius="md" />}>
          <DatabaseCharts ctx={ctx} organisationId={organisationId} databaseId={databaseId} range={range} />
        </Suspense>
      )}
      {status === "provisioning" && (
        <Paper withBorder p="xl">
          <Group justify="center" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Creating your database. This takes a few seconds. The page updates automatically.</Text>
          </Group>
        </Paper>
      )}
      {isReady && !hasPermission(member.role, "credentials:reveal") && (
        <Text c="dimmed">Your role can't reveal the connection string. Ask a developer, admin or owner.</Text>
      )}
    </>
  );
}
