import { IconCategory, IconPlus, IconSchema } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ImportCsv } from "@/components/dashboard/csv/import-csv";
import { TableList } from "@/components/dashboard/tables/table-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorLine } from "@/components/ui/error-line";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { listTables } from "@/lib/sql/tables/list";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { undoChange } from "../history/actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables">;

export const metadata: Metadata = { title: "Tables" };

export default async function TablesPage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  const canWrite = hasPermission(member.role, "data:write");
  const found = await readData(() => listTables(ctx, { databaseId }));
  return (
    <>
      <PageHeading title="Tables">
        <LinkButton
          href={`${home}/tables/objects`}
          variant="default"
          leftSection={<IconCategory size={16} aria-hidden />}
        >
          Other objects
        </LinkButton>
        {canWrite && (
          <ImportCsv
            base={`${home}/tables`}
            shape={null}
            undoChange={undoChange.bind(null, organisationId, databaseId)}
          />
        )}
        {found.isDone && found.value.length > 0 && (
          <>
            <LinkButton
              href={`${home}/tables/picture`}
              variant="default"
              leftSection={<IconSchema size={16} aria-hidden />}
            >
              Diagram
            </LinkButton>
            {canWrite && (
              <LinkButton href={`${home}/tables/new`} leftSection={<IconPlus size={16} aria-hidden />}>
                Create table
              </LinkButton>
            )}
          </>
        )}
      </PageHeading>
      {!found.isDone ? (
        <ErrorLine message={found.message} />
      ) : found.value.length > 0 ? (
        <TableList base={`${home}/tables`} tables={found.value} />
      ) : (
        <EmptyState
          title="No tables yet"
          text={
            canWrite
              ? "Create one by a form that shows its SQL, or run your app's migrations."
              : "They appear here once a developer has created one."
          }
        >
          {canWrite && <LinkButton href={`${home}/tables/new`}>Create your first table</LinkButton>}
          {canWrite && (
            <LinkButton href={`${home}/sql`} variant="default">
              Open the SQL editor
            </LinkButton>
          )}
        </EmptyState>
      )}
    </>
  );
}
