import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TableHeading } from "@/components/dashboard/structure/table-heading";
import { rowAddress } from "@/components/dashboard/tables/row-address";
import { RowBrowser } from "@/components/dashboard/tables/row-browser";
import { ErrorLine } from "@/components/ui/error-line";
import { LinkAnchor } from "@/components/ui/link";
import { hasPermission } from "@/lib/core/access/permissions";
import { browseRows } from "@/lib/sql/tables/browse";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { namedBy } from "@/lib/web/titles";
import { previewUndo, undoChange } from "../../history/actions";
import { changeRows, countRows, previewChanges, readValue } from "../actions";
import { selectionOf } from "./selection";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/rows">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: namedBy((await searchParams).table) || "Rows" };
}

export default async function RowsPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const search = await searchParams;
  const selection = selectionOf(search);
  if (!selection) notFound();
  const cursor = typeof search.cursor === "string" ? search.cursor : undefined;
  const found = await readData(() => browseRows(ctx, { databaseId, ...selection, cursor }));
  const { schema, name } = selection;
  const home = `/dashboard/${organisationId}/databases/${databaseId}`;
  const bind = [null, organisationId, databaseId] as const;
  return (
    <>
      <TableHeading
        base={`${home}/tables`}
        table={selection}
        current="rows"
        text={found.isDone && kindText(found.value)}
      />
      {found.isDone ? (
        <RowBrowser
          key={JSON.stringify([schema, name])}
          base={`${home}/tables`}
          view={{ ...selection, cursor }}
          table={found.value}
          keptAs={JSON.stringify([member.memberId, databaseId, schema, name])}
          canWrite={hasPermission(member.role, "data:write")}
          changeRows={changeRows.bind(...bind)}
          previewChanges={previewChanges.bind(...bind)}
          undoChange={undoChange.bind(...bind)}
          previewUndo={previewUndo.bind(...bind)}
          countRows={countRows.bind(...bind)}
          readValue={readValue.bind(...bind)}
        />
      ) : (
        <>
          <ErrorLine message={found.message} />
          {(selection.filters.length > 0 || selection.sort.length > 0) && (
            <LinkAnchor href={rowAddress(`${home}/tables`, { schema, name })}>Show all rows</LinkAnchor>
          )}
        </>
      )}
    </>
  );
}

/** Returns the kind of a table that is not an ordinary one. */
function kindText({ shape }: BrowsedTable): string | null {
  return shape.kind === "table" ? null : shape.kind;
}
