import { Alert, Code, Divider, Group, Loader, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { Metadata } from "next";
import { Suspense } from "react";
import { Connect } from "@/components/dashboard/databases/connect";
import { CreateBranch } from "@/components/dashboard/databases/create-branch";
import { DatabaseTree } from "@/components/dashboard/databases/database-tree";
import { ShellConnection } from "@/components/dashboard/shell-connection/shell-connection";
import { ConfirmByTyping } from "@/components/ui/confirm-by-typing";
import { DangerZone } from "@/components/ui/danger-zone";
import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { hasPermission } from "@/lib/core/access/permissions";
import { getDatabaseWithBranches } from "@/lib/hosting/databases/get-with-branches";
import { requireMember } from "@/lib/web/current-member";
import { orNotFound } from "@/lib/web/or-not-found";
import { createBranch, deleteDatabase, revealConnection, rotateCredential } from "../../database-actions";
import { DatabaseCharts } from "./_components/database-charts";
import { openShell } from "./shell-actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]">;

export const metadata: Metadata = { title: "Database" };

export default async function DatabasePage({ params, searchParams }: Props) {
  const [{ organisationId, databaseId }, { range }] = await Promise.all([params, searchParams]);
  const { member, ctx } = await requireMember(organisationId);
  const { database, branches, isCut } = await orNotFound(() => getDatabaseWithBranches(ctx, { databaseId }));
  const { name, status, parentName, parentDatabaseId } = database;
  const canWrite = hasPermission(member.role, "databases:write");
  const canReveal = hasPermission(member.role, "credentials:reveal");
  const isReady = status === "ready";
  return (
    <Stack gap="xl">
      <div>
        <Group gap="md">
          <Code>{databaseId}</Code>
          <Text size="sm" c="dimmed">
            Created <Moment at={database.createdAt} /> on a {database.hostKind} host
          </Text>
          {parentName !== null && (
            <Text size="sm" c="dimmed">
              Branch of{" "}
              {database.hasParent ? (
                <LinkAnchor href={`/dashboard/${organisationId}/databases/${parentDatabaseId}`} inherit>
                  {parentName}
                </LinkAnchor>
              ) : (
                `${parentName}, which was deleted`
              )}
            </Text>
          )}
        </Group>
        {database.failureReason && (
          <Alert color="red" variant="light" mt="md">
            {database.failureReason}
          </Alert>
        )}
      </div>
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
      {!canReveal && isReady && (
        <Text c="dimmed">Your role can't reveal the connection string. Ask a developer, admin or owner.</Text>
      )}
      {canReveal && isReady && (
        <section aria-labelledby="connect">
          <Title order={2} size="h3" mb="sm" id="connect">
            Connect
          </Title>
          <Paper withBorder p="md">
            <Connect
              reveal={revealConnection.bind(null, organisationId, databaseId)}
              rotate={rotateCredential.bind(null, organisationId, databaseId)}
            />
            <Divider my="md" />
            <ShellConnection open={openShell.bind(null, organisationId, databaseId)} />
          </Paper>
        </section>
      )}
      <section aria-labelledby="branches">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h3" id="branches">
            Branches
          </Title>
          {canWrite && isReady && (
            <CreateBranch parentName={name} create={createBranch.bind(null, organisationId, databaseId)} />
          )}
        </Group>
        {branches.length > 0 ? (
          <DatabaseTree organisationId={organisationId} databases={branches} />
        ) : (
          <Text c="dimmed">
            No branches yet. A branch is a full copy of the database that you can try things out in.
          </Text>
        )}
        {isCut && (
          <Text size="sm" c="dimmed" mt="sm">
            Not all branches are listed here. Search for one by name on the Databases page.
          </Text>
        )}
      </section>
      {canWrite && status !== "provisioning" && (
        <DangerZone title="Delete">
          <Stack gap="sm" align="flex-start">
            <Text>
              Deletes the database with all its data and restore points, and closes its connections. Branches are kept.
            </Text>
            <ConfirmByTyping
              title="Delete database"
              name={name}
              action={deleteDatabase.bind(null, organisationId, databaseId)}
            >
              This can't be undone.
            </ConfirmByTyping>
          </Stack>
        </DangerZone>
      )}
    </Stack>
  );
}
