import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StructureView } from "@/components/dashboard/structure/structure-view";
import { TableHeading } from "@/components/dashboard/structure/table-heading";
import { Refusal } from "@/components/ui/refusal";
import { hasPermission } from "@/lib/core/access/permissions";
import { getTableStructure, TableInput } from "@/lib/sql/structure/get";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { namedBy } from "@/lib/web/titles";
import { previewUndo, undoChange } from "../../history/actions";
import { listDependents } from "./actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/structure">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: `Structure of ${namedBy((await searchParams).table)}` };
}

export default async function StructurePage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const { schema, table: name, form } = await searchParams;
  const asked = TableInput.safeParse({ databaseId, schema, name });
  if (!asked.success) notFound();
  const found = await readData(() => getTableStructure(ctx, asked.data));
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  const bind = [null, organisationId, databaseId] as const;
  const undoVerbs = { preview: previewUndo.bind(...bind), undo: undoChange.bind(...bind) };
  return (
    <Stack gap="sm">
      {found.isDone ? (
        <StructureView
          key={JSON.stringify([schema, name])}
          databaseId={databaseId}
          home={home}
          table={found.value}
          asksForKey={form === "primary-key"}
          listDependents={listDependents.bind(...bind, asked.data.schema, asked.data.name)}
          undoVerbs={hasPermission(member.role, "data:write") ? undoVerbs : null}
        />
      ) : (
        <>
          <TableHeading base={`${home}/tables`} table={asked.data} current="structure" />
          <Refusal message={found.message} />
        </>
      )}
    </Stack>
  );
}
