import { Alert, Stack } from "@mantine/core";
import { SchemaPicture } from "@/components/dashboard/schema-picture/schema-picture";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { readRelationships } from "@/lib/sql/tables/relationships";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";

export const metadata = { title: "Diagram of the tables" };

export default databasePage(async ({ databaseId, ctx, home }) => {
  const base = `${home}/tables`;
  const found = await readData(() => readRelationships(ctx, { databaseId }));
  return (
    <Stack gap="sm">
      <PageHeading title="Diagram" parent={{ href: base, label: "Tables" }} />
      {!found.isDone ? (
        <Alert color="red" variant="light">
          {found.message}
        </Alert>
      ) : found.value.tables.length > 0 ? (
        <SchemaPicture base={base} {...found.value} />
      ) : (
        <EmptyState title="No tables yet" text="The diagram shows tables and the foreign keys between them." />
      )}
    </Stack>
  );
});
