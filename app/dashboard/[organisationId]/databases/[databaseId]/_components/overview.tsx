import { Facts } from "@/components/dashboard/overview/facts";
import { FirstSteps } from "@/components/dashboard/overview/first-steps";
import { LatestChanges } from "@/components/dashboard/overview/latest-changes";
import { LatestRestorePoint } from "@/components/dashboard/overview/latest-restore-point";
import classes from "@/components/dashboard/overview/overview.module.css";
import { readFirstSteps } from "@/lib/hosting/databases/first-steps";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { listLatestChanges } from "@/lib/sql/data-changes/list-latest";
import { describeContents } from "@/lib/sql/tables/describe-contents";
import type { CurrentDatabase } from "@/lib/web/current-database";
import { orNotFound } from "@/lib/web/or-not-found";
import { readData } from "@/lib/web/read-data";
import { previewUndo, undoChange } from "../history/actions";
import { ConnectButton } from "./connect-button";
import { DatabaseCharts } from "./database-charts";

const WEEK_MS = 7 * 24 * 3_600_000;

interface Props {
  current: CurrentDatabase;
  range: string | string[] | undefined;
}

/** The overview of a database that is ready: its metrics, or its first steps while it has no table; facts beside. */
export async function Overview({ current, range }: Props) {
  const { ctx, member, can, database, here, home } = current;
  const { organisationId } = member;
  const { id: databaseId, name, createdAt } = database;
  const [contents, steps, changes, points] = await orNotFound(() =>
    Promise.all([
      readData(() => describeContents(ctx, { databaseId })),
      readFirstSteps(ctx, { databaseId }),
      listLatestChanges(ctx, { databaseId }),
      listRestorePoints(ctx, { databaseId }),
    ]),
  );
  const now = ctx.clock.now();
  const canWrite = can("data:write");
  const isEmpty = contents.isDone && contents.value.tables === 0;
  const isYoung = now.getTime() - new Date(createdAt).getTime() < WEEK_MS;
  const firstSteps = canWrite && (
    <FirstSteps
      {...steps}
      hasTable={!isEmpty}
      database={{
        home,
        connect: <ConnectButton organisationId={organisationId} databaseId={databaseId} name={name} />,
      }}
      keys={can("keys:write") ? `/dashboard/${organisationId}/keys` : null}
      projects={can("projects:write") ? `/dashboard/${organisationId}/projects` : null}
    />
  );
  const isStarting = isEmpty && canWrite;
  return (
    <div className={classes.page}>
      {isStarting ? firstSteps : <DatabaseCharts ctx={ctx} databaseId={databaseId} base={home} range={range} />}
      <div className={classes.side}>
        <Facts organisationId={organisationId} database={database} contents={contents.isDone ? contents.value : null} />
        <LatestChanges
          changes={changes}
          history={`${home}/history`}
          undoVerbs={canWrite ? { preview: here(previewUndo), undo: here(undoChange) } : null}
        />
        <LatestRestorePoint points={points} now={now.toISOString()} href={`${home}/restore-points`} />
        {!isStarting && isYoung && !(steps.isConnected && steps.hasKey) && firstSteps}
      </div>
    </div>
  );
}
