import { Stack } from "@mantine/core";
import { notFound } from "next/navigation";
import { StructureView } from "@/components/dashboard/structure/structure-view";
import { TableHeading } from "@/components/dashboard/structure/table-heading";
import { Refusal } from "@/components/ui/refusal";
import { getTableStructure, TableInput } from "@/lib/sql/structure/get";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { titledBy } from "@/lib/web/titles";
import { previewUndo, undoChange } from "../../history/actions";
import { listDependents } from "./actions";

export const generateMetadata = titledBy("table", (name) => `Structure of ${name}`);

export default databasePage(async ({ databaseId, ctx, home, can, here, asked: { schema, table: name, form } }) => {
  const asked = TableInput.safeParse({ databaseId, schema, name });
  if (!asked.success) notFound();
  const found = await readData(() => getTableStructure(ctx, asked.data));
  const undoVerbs = { preview: here(previewUndo), undo: here(undoChange) };
  return (
    <Stack gap="sm">
      {found.isDone ? (
        <StructureView
          key={JSON.stringify([schema, name])}
          databaseId={databaseId}
          home={home}
          table={found.value}
          asksForKey={form === "primary-key"}
          listDependents={here(listDependents, asked.data.schema, asked.data.name)}
          undoVerbs={can("data:write") ? undoVerbs : null}
        />
      ) : (
        <>
          <TableHeading base={`${home}/tables`} table={asked.data} current="structure" />
          <Refusal message={found.message} />
        </>
      )}
    </Stack>
  );
});
