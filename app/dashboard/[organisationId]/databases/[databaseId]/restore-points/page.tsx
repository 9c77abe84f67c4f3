import type { Metadata } from "next";
import { RestorePoints } from "@/components/dashboard/restore-points/restore-points";
import { hasPermission } from "@/lib/core/access/permissions";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { requireDatabase } from "@/lib/web/current-database";
import { keptText } from "@/lib/web/kept-text";
import { orNotFound } from "@/lib/web/or-not-found";
import { setSchedule } from "./actions";

type Props = PageProps<"/dashboard/[organisationId]/databases/[databaseId]/restore-points">;

export const metadata: Metadata = { title: "Restore points" };

export default async function RestorePointsPage({ params }: Props) {
  const { organisationId, databaseId } = await params;
  const { member, ctx, database } = await requireDatabase(organisationId, databaseId);
  const { items, running, schedule, nextAt, retention, kept } = await orNotFound(() =>
    listRestorePoints(ctx, { databaseId }),
  );
  return (
    <RestorePoints
      databaseName={database.name}
      base={`/dashboard/${organisationId}/databases`}
      databaseId={databaseId}
      points={items}
      running={running}
      schedule={schedule}
      nextAt={nextAt}
      retention={retention}
      kept={{ ...kept, text: keptText(kept) }}
      canWrite={hasPermission(member.role, "databases:write")}
      isReady={database.status === "ready"}
      setSchedule={setSchedule.bind(null, organisationId, databaseId)}
    />
  );
}
