import { BackgroundRuns } from "@/components/dashboard/background/background-runs";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { DeleteUndoData } from "@/components/dashboard/history/delete-undo-data";
import classes from "@/components/dashboard/history/history.module.css";
import { HistoryList } from "@/components/dashboard/history/history-list";
import { HISTORY_LIST } from "@/components/dashboard/history/list";
import { ImportLine, SqlLine, SqlText } from "@/components/dashboard/history/sql-text";
import { KeptBytes } from "@/components/dashboard/kept-bytes/kept-bytes";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { askedText, readListQuery } from "@/components/ui/lists/define-list";
import { FilterChip } from "@/components/ui/lists/filter-chip";
import { choicesOfPeople } from "@/components/ui/lists/filter-choice";
import { choiceAddress } from "@/components/ui/lists/filtered-address";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { byteText } from "@/lib/core/byte-text";
import { getRestoreWindow } from "@/lib/hosting/past-restores/get-window";
import { gapAt, type RestoreWindow } from "@/lib/hosting/past-restores/resource";
import { listMembers } from "@/lib/people/members/list";
import { listBackgroundRuns } from "@/lib/sql/background-runs/list";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";
import { readImportText } from "@/lib/sql/csv/import-text";
import { findLatestChanges } from "@/lib/sql/data-changes/find-latest";
import { showKept } from "@/lib/sql/data-changes/show-kept";
import { listStatements } from "@/lib/sql/statements/list";
import type { ListedStatement } from "@/lib/sql/statements/resource";
import { databasePage } from "@/lib/web/current-database";
import { keptText } from "@/lib/web/kept-text";
import { deleteUndoData, previewUndo, undoChange } from "./actions";

export const metadata = { title: "History" };

const STATUSES = ["succeeded", "failed", "cancelled", "running"] as const;

export default databasePage(async ({ organisationId, databaseId, ctx, member, can, here, home, asked }) => {
  const query = readListQuery(HISTORY_LIST, asked);
  const before = askedText(asked.before);
  const { search, person: actorId } = query;
  const status = STATUSES.find((known) => known === query.status);
  const isUndoable = query.undoable !== undefined;
  const canWrite = can("data:write");
  const isFiltered = Object.keys(query).length > 0 || before !== undefined;
  const [{ statements, next }, people, kept, runs, window] = await Promise.all([
    listStatements(ctx, { databaseId, search, status, actorId, isUndoable, before }),
    listMembers(ctx, { organisationId }),
    showKept(ctx, { databaseId }),
    isFiltered ? [] : listBackgroundRuns(ctx, { databaseId }),
    can("databases:write") ? getRestoreWindow(ctx, { databaseId }) : null,
  ]);
  const changeIds = statements.flatMap(({ change }) => (change ? [change.id] : []));
  const latest = await findLatestChanges(ctx, { databaseId, changeIds });
  const listed = statements.map((statement) => ({
    ...statement,
    change: (statement.change && latest.get(statement.change.id)) ?? null,
    line: lineOf(statement.text),
    whole: <SqlText text={statement.text} />,
    restoreBefore: restoreBefore(home, statement, window),
  }));
  const [address, self] = [`${home}/history`, member.memberId];
  if (statements.length === 0 && runs.length === 0 && !isFiltered) {
    return <NoStatements editor={`${home}/sql`} />;
  }
  return (
    <>
      <PageHeading title="History" />
      {runs.length > 0 && <RunsInBackground base={`${home}/sql`} runs={runs} canWrite={canWrite} />}
      <FilteredList
        {...{ list: HISTORY_LIST, address, query, before }}
        items={listed}
        nextCursor={next}
        choices={{ person: choicesOfPeople(people) }}
        controls={
          <FilterChip href={choiceAddress(address, query, { name: "person" }, self)} isOn={query.person === self}>
            Mine
          </FilterChip>
        }
      >
        <HistoryList
          databaseId={databaseId}
          editor={`${home}/sql`}
          statements={listed}
          undoVerbs={canWrite ? { preview: here(previewUndo), undo: here(undoChange) } : null}
        />
      </FilteredList>
      <div className={classes.foot}>
        <KeptBytes used={kept.used} limit={kept.limit} text={keptText(kept)} />
        {canWrite && kept.undoBytes > 0 && (
          <DeleteUndoData text={byteText(kept.undoBytes)} deleteOlder={here(deleteUndoData)} />
        )}
      </div>
    </>
  );
});

/** The page before anything was run. */
function NoStatements({ editor }: { editor: string }) {
  return (
    <>
      <PageHeading title="History" />
      <EmptyState
        title="No statements yet"
        text="Every statement run in the dashboard appears here, with its author, time and result. Secrets are masked."
        example="10:42  Mira  update books set price = price * 1.05  ·  214 rows  ·  Undo"
      >
        <LinkButton href={editor}>Open the SQL editor</LinkButton>
      </EmptyState>
    </>
  );
}

/** Returns the address that restores the database to the moment before a statement; `null` if backups don't have it. */
function restoreBefore(here: string, { startedAt }: ListedStatement, window: RestoreWindow | null): string | null {
  if (window === null || startedAt < window.from || gapAt(window, startedAt) !== null) return null;
  return `${here}/restore-points/time?at=${startedAt}`;
}

function lineOf(text: string) {
  const imported = readImportText(text);
  return imported === null ? <SqlLine text={text} /> : <ImportLine {...imported} />;
}

interface RunsProps {
  base: string;
  runs: readonly BackgroundRun[];
  canWrite: boolean;
}

function RunsInBackground({ runs, ...props }: RunsProps) {
  const listed = runs.map((run) => ({
    run,
    line: <SqlLine text={run.text} />,
    whole: <SqlText text={run.text} />,
  }));
  return (
    <>
      <BackgroundRuns {...props} runs={listed} />
      <LivePage isChanging={runs.some(({ finishedAt }) => finishedAt === null)} />
    </>
  );
}
