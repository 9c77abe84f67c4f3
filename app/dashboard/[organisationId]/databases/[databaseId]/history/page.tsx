import { Group, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { DeleteUndoData } from "@/components/dashboard/history/delete-undo-data";
import { HistoryFilter } from "@/components/dashboard/history/history-filter";
import { HistoryList } from "@/components/dashboard/history/history-list";
import { KeptBytes } from "@/components/dashboard/kept-bytes/kept-bytes";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { byteText } from "@/lib/core/byte-text";
import { listMembers } from "@/lib/people/members/list";
import { findLatestChanges } from "@/lib/sql/data-changes/find-latest";
import { showKept } from "@/lib/sql/data-changes/show-kept";
import { listStatements } from "@/lib/sql/statements/list";
import { requireDatabase } from "@/lib/web/current-database";
import { keptText } from "@/lib/web/kept-text";
import { deleteUndoData, previewUndo, undoChange } from "./actions";

export const metadata: Metadata = { title: "History" };

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/history">;

const STATUSES = ["succeeded", "failed", "cancelled", "running"] as const;

export default async function HistoryPage({ params, searchParams }: Props) {
  const { organisationId, databaseId } = await params;
  const { ctx, member } = await requireDatabase(organisationId, databaseId);
  const asked = await searchParams;
  const filter = {
    search: textOf(asked.search),
    status: STATUSES.find((status) => status === asked.status),
    actorId: textOf(asked.person),
  };
  const canWrite = hasPermission(member.role, "data:write");
  const undoVerbs = {
    preview: previewUndo.bind(null, organisationId, databaseId),
    undo: undoChange.bind(null, organisationId, databaseId),
  };
  const before = textOf(asked.before);
  const [{ statements, next }, people, kept] = await Promise.all([
    listStatements(ctx, { databaseId, ...filter, before }),
    listMembers(ctx, { organisationId }),
    showKept(ctx, { databaseId }),
  ]);
  const changeIds = statements.flatMap(({ change }) => (change ? [change.id] : []));
  const latest = await findLatestChanges(ctx, { databaseId, changeIds });
  const listed = statements.map((statement) => ({
    ...statement,
    change: (statement.change && latest.get(statement.change.id)) ?? null,
  }));
  const here = `/dashboard/${organisationId}/databases/${databaseId}`;
  const given = Object.entries({ search: filter.search, status: filter.status, person: filter.actorId });
  const isFiltered = given.some(([, value]) => value !== undefined) || before !== undefined;
  const older = new URLSearchParams([
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]])),
    ["before", next ?? ""],
  ]);
  return (
    <Stack gap="md">
      <PageHeading title="History" />
      <KeptBytes used={kept.used} limit={kept.limit} text={keptText(kept)} />
      {canWrite && kept.undoBytes > 0 && (
        <DeleteUndoData
          text={byteText(kept.undoBytes)}
          deleteOlder={deleteUndoData.bind(null, organisationId, databaseId)}
        />
      )}
      <HistoryFilter filter={filter} people={people.map(({ id, email }) => ({ id, email }))} base={`${here}/history`} />
      {statements.length > 0 ? (
        <HistoryList
          databaseId={databaseId}
          editor={`${here}/sql`}
          statements={listed}
          undoVerbs={canWrite ? undoVerbs : null}
        />
      ) : (
        <EmptyState
          title={isFiltered ? "No matching statements" : "No statements yet"}
          text={
            isFiltered
              ? "Change or remove a filter."
              : "Every statement run in the dashboard appears here, with who ran it, when, and the result. Secrets are masked."
          }
        >
          {!isFiltered && <LinkButton href={`${here}/sql`}>Open the SQL editor</LinkButton>}
        </EmptyState>
      )}
      {next !== null && (
        <Group justify="center">
          <LinkButton href={`${here}/history?${older}`} variant="default">
            Older
          </LinkButton>
        </Group>
      )}
    </Stack>
  );
}

/** Returns the value of a parameter that is given once and is not empty. */
function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
