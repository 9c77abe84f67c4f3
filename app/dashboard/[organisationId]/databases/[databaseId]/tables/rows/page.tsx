import { notFound } from "next/navigation";
import { rowAddress } from "@/components/dashboard/addresses/row-address";
import { TableHeading } from "@/components/dashboard/structure/table-heading";
import { RowBrowser } from "@/components/dashboard/tables/row-browser";
import { ErrorLine } from "@/components/ui/error-line";
import { LinkAnchor } from "@/components/ui/link";
import { browseRows } from "@/lib/sql/tables/browse";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { databasePage } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { titledBy } from "@/lib/web/titles";
import { previewUndo, undoChange } from "../../history/actions";
import { changeRows, countRows, previewChanges, readValue } from "../actions";
import { selectionOf } from "./selection";

export const generateMetadata = titledBy("table", (name) => name || "Rows");

export default databasePage(async ({ databaseId, ctx, member, home, can, here, asked: search }) => {
  const selection = selectionOf(search);
  if (!selection) notFound();
  const cursor = typeof search.cursor === "string" ? search.cursor : undefined;
  const found = await readData(() => browseRows(ctx, { databaseId, ...selection, cursor }));
  const { schema, name } = selection;
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
          canWrite={can("data:write")}
          changeRows={here(changeRows)}
          previewChanges={here(previewChanges)}
          undoChange={here(undoChange)}
          previewUndo={here(previewUndo)}
          countRows={here(countRows)}
          readValue={here(readValue)}
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
});

/** Returns the kind of a table that is not an ordinary one. */
function kindText({ shape }: BrowsedTable): string | null {
  return shape.kind === "table" ? null : shape.kind;
}
