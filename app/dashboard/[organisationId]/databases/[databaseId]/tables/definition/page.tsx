import { Stack } from "@mantine/core";
import { notFound } from "next/navigation";
import { OpenInEditor } from "@/components/dashboard/editor/open-in-editor";
import { TableHeading } from "@/components/dashboard/structure/table-heading";
import { CodeBlock } from "@/components/site/code-block";
import { Refusal } from "@/components/ui/refusal";
import { TableInput } from "@/lib/sql/structure/get";
import { getTableDefinition } from "@/lib/sql/structure/get-definition";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { titledBy } from "@/lib/web/titles";

export const generateMetadata = titledBy("table", (name) => `SQL of ${name}`);

export default databasePage(async ({ databaseId, ctx, home, asked: { schema, table: name } }) => {
  const asked = TableInput.safeParse({ databaseId, schema, name });
  if (!asked.success) notFound();
  const found = await readData(() => getTableDefinition(ctx, asked.data));
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
});
