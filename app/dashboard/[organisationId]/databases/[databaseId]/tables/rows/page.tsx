import { Alert, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { rowAddress } from "@/components/dashboard/tables/row-address";
import { RowBrowser } from "@/components/dashboard/tables/row-browser";
import { RowFilters } from "@/components/dashboard/tables/row-filters";
import { TableSwitcher } from "@/components/dashboard/tables/table-switcher";
import { hasPermission } from "@/lib/core/access/permissions";
import { browseRows, RowSelection } from "@/lib/sql/tables/browse";
import { listTables } from "@/lib/sql/tables/list";
import { FILTER_OPERATORS } from "@/lib/sql/tables/resource";
import { requireDatabase } from "@/lib/web/current-database";
import { readData } from "@/lib/web/read-data";
import { previewUndo, undoChange } from "../../history/actions";
import { changeRows, countRows, previewChanges, readValue } from "../actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/tables/rows">;

export const metadata: Metadata = { title: "Rows" };

export default async function RowsPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const search = await searchParams;
  const selection = selectionOf(search);
  if (!selection) notFound();
  const cursor = typeof search.cursor === "string" ? search.cursor : undefined;
  const [tables, found] = await Promise.all([
    readData(() => listTables(ctx, { databaseId })),
    readData(() => browseRows(ctx, { databaseId, ...selection, cursor })),
  ]);
  const base = `/dashboard/${organisationId}/databases/${databaseId}/tables`;
  const bind = [null, organisationId, databaseId] as const;
  return (
    <Stack gap="sm">
      <TableSwitcher base={base} current={selection} tables={tables.isDone ? tables.value : []} />
      {found.isDone ? (
        <RowBrowser
          key={rowAddress("", { ...selection, cursor })}
          base={base}
          view={selection}
          table={found.value}
          operators={FILTER_OPERATORS}
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
          <RowFilters base={base} view={selection} columns={[]} operators={FILTER_OPERATORS} />
          <Alert color="red" variant="light" role="alert" title="Couldn't read the rows">
            {found.message}
          </Alert>
        </>
      )}
    </Stack>
  );
}

/** Returns the selection that the address names; `null` when it names no table or holds an invalid filter. */
function selectionOf(search: Record<string, string | string[] | undefined>): RowSelection | null {
  const { schema, table, sort, direction, filters } = search;
  const parsed = RowSelection.safeParse({
    schema,
    name: table,
    ...(typeof sort === "string" && {
      sort: { column: sort, direction: direction === "descending" ? "descending" : "ascending" },
    }),
    ...(typeof filters === "string" && { filters: asJson(filters) }),
  });
  return parsed.success ? parsed.data : null;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
