import { IconCategory, IconPlus, IconSchema } from "@tabler/icons-react";
import { ImportCsv } from "@/components/dashboard/csv/import-csv";
import { TableList } from "@/components/dashboard/tables/table-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorLine } from "@/components/ui/error-line";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { listTables } from "@/lib/sql/tables/list";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { undoChange } from "../history/actions";

export const metadata = { title: "Tables" };

export default databasePage(async ({ databaseId, ctx, home, can, here }) => {
  const canWrite = can("data:write");
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
        {canWrite && <ImportCsv base={`${home}/tables`} shape={null} undoChange={here(undoChange)} />}
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
});
