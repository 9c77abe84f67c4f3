import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OpenInEditor } from "@/components/dashboard/editor/open-in-editor";
import { TableHeading } from "@/components/dashboard/structure/table-heading";
import { CodeBlock } from "@/components/site/code-block";
import { Refusal } from "@/components/ui/refusal";
import { TableInput } from "@/lib/sql/structure/get";
import { getTableDefinition } from "@/lib/sql/structure/get-definition";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { namedBy } from "@/lib/web/titles";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/definition">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: `SQL of ${namedBy((await searchParams).table)}` };
}

export default async function DefinitionPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx } = await requireDatabase(organisationId, databaseId);
  const { schema, table: name } = await searchParams;
  const asked = TableInput.safeParse({ databaseId, schema, name });
  if (!asked.success) notFound();
  const found = await readData(() => getTableDefinition(ctx, asked.data));
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  return (
    <Stack gap="sm">
      <TableHeading base={`${home}/tables`} table={asked.data} current="definition">
        {found.isDone && <OpenInEditor databaseId={databaseId} editor={`${home}/sql`} text={found.value.text} />}
      </TableHeading>
      {found.isDone ? (
        <CodeBlock language="sql" label="SQL" text={found.value.text} />
      ) : (
        <Refusal message={found.message} />
      )}
    </Stack>
  );
}
