import { Alert, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { SchemaPicture } from "@/components/dashboard/schema-picture/schema-picture";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { readRelationships } from "@/lib/sql/tables/relationships";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/picture">;

export const metadata: Metadata = { title: "Diagram of the tables" };

export default async function PicturePage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx } = await requireDatabase(organisationId, databaseId);
  const base = `/dashboard/${organisationId}/databases/${databaseId}/tables`;
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
}
