import { SqlLine } from "@/components/dashboard/history/sql-text";
import type { PastEvent } from "@/components/dashboard/past-restores/event-list";
import { PastRestores } from "@/components/dashboard/past-restores/past-restores";
import { titleOf } from "@/components/dashboard/restore-points/point";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { listBranches } from "@/lib/hosting/branches/list";
import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { gapAt } from "@/lib/hosting/past-restores/resource";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import type { ServiceContext } from "@/lib/runtime";
import { listDatabaseDeployments } from "@/lib/services/functions/deployments/list-of-database";
import { listStatements } from "@/lib/sql/statements/list";
import { databasePage } from "@/lib/web/current-database";
import { restoreToTime } from "./actions";
import { PAST_RESTORE } from "./form";

export const metadata = { title: "Restore to a time" };

/** Statements that leave everything as it is. */
const READS: ReadonlySet<string> = new Set(["SELECT", "SHOW", "EXPLAIN", "BEGIN", "COMMIT", "ROLLBACK", "SET"]);

export default databasePage(async ({ organisationId, databaseId, ctx, database, can, here, asked: { at } }) => {
  const listed = await listPastRestores(ctx, { databaseId });
  const { window } = listed;
  if (window === null && listed.items.length === 0) {
    return listed.source === "local_window" ? (
      <NothingYet />
    ) : (
      <>
        <PageHeading title="Restore to a time" />
        <EmptyState
          title="This needs backups"
          text={
            <>
              With{" "}
              <LinkAnchor href="/docs/backups" underline="always">
                backups
              </LinkAnchor>
              , you can have this database back as it was at any second, as a new one beside it. The operator sets them
              up. A new database is in them after a minute.
            </>
          }
        />
      </>
    );
  }
  const happened = await findEvents(ctx, databaseId);
  const events = happened.flatMap((event) =>
    window !== null && event.at >= window.from ? [{ ...event, isRestorable: gapAt(window, event.at) === null }] : [],
  );
  return (
    <PastRestores
      databaseName={database.name}
      base={`/dashboard/${organisationId}/databases`}
      listed={listed}
      events={events}
      asked={typeof at === "string" && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null}
      canWrite={can("databases:write") && database.status === "ready" && window !== null}
      form={PAST_RESTORE.form}
      restore={here(restoreToTime)}
    />
  );
});

/** The page before the first times are kept without backups. */
function NothingYet() {
  return (
    <>
      <PageHeading title="Restore to a time" />
      <EmptyState
        title="No times yet"
        text={
          <>
            The last hours of a new database can be gone back to after a few minutes. They are kept on its own disk, and
            are no{" "}
            <LinkAnchor href="/docs/backups#without-backups" underline="always">
              backup
            </LinkAnchor>
            .
          </>
        }
      />
    </>
  );
}

type Happened = Omit<PastEvent, "isRestorable">;

/** Returns the latest events in the database, newest first. */
async function findEvents(ctx: ServiceContext, databaseId: string): Promise<Happened[]> {
  const [{ statements }, points, branches, deployments] = await Promise.all([
    listStatements(ctx, { databaseId, status: "succeeded" }),
    listRestorePoints(ctx, { databaseId }),
    listBranches(ctx, { databaseId }),
    listDatabaseDeployments(ctx, { databaseId }),
  ]);
  const events: Happened[] = [
    ...statements
      .filter(({ command }) => command !== null && !READS.has(command))
      .map(({ id, startedAt, text }) => ({ id, at: startedAt, kind: "Statement", label: <SqlLine text={text} /> })),
    ...points.items.map((point) => ({
      ...{ id: point.id, at: point.createdAt, kind: "Restore point" },
      label: titleOf(point),
    })),
    ...branches.items.map(({ id, branchedAt, name }) => ({ id, at: branchedAt, kind: "Branch", label: name })),
    ...deployments.map(({ id, activatedAt, name, version, message }) => ({
      ...{ id, at: activatedAt, kind: "Deployment" },
      label: [`${name} ${version}`, message].filter((text) => text !== "").join(": "),
    })),
  ];
  return events.toSorted((one, other) => other.at.localeCompare(one.at));
}
