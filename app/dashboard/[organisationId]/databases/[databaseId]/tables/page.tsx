import { Alert, Text } from "@mantine/core";
import { IconSchema } from "@tabler/icons-react";
import type { Metadata } from "next";
import { TableList } from "@/components/dashboard/tables/table-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { listTables } from "@/lib/sql/tables/list";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables">;

export const metadata: Metadata = { title: "Tables" };

export default async function TablesPage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx } = await requireDatabase(organisationId, databaseId);
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  const found = await readData(() => listTables(ctx, { databaseId }));
  return (
    <>
      <PageHeading title="Tables">
        {found.isDone && found.value.length > 0 && (
          <LinkButton
            href={`${home}/tables/picture`}
            variant="default"
            leftSection={<IconSchema size={16} aria-hidden />}
          >
            Diagram
          </LinkButton>
        )}
      </PageHeading>
      {!found.isDone ? (
        <Alert color="red" variant="light">
          {found.message}
        </Alert>
      ) : found.value.length > 0 ? (
        <TableList base={`${home}/tables`} tables={found.value} />
      ) : (
        <EmptyState title="No tables yet" text={<Text>Create one in SQL, or run your app's migrations.</Text>}>
          <LinkButton href={`${home}/sql`}>Open the SQL editor</LinkButton>
        </EmptyState>
      )}
    </>
  );
}
