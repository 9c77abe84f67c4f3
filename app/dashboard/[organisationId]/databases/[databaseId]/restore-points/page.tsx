import { RestorePoints } from "@/components/dashboard/restore-points/restore-points";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { databasePage } from "@/lib/web/current-database";
import { keptText } from "@/lib/web/kept-text";
import { setSchedule } from "./actions";
import { BRANCH_FROM, RESTORE_POINT } from "./forms";

export const metadata = { title: "Restore points" };

export default databasePage(async ({ organisationId, databaseId, ctx, database, can, here }) => {
  const { items, kept, ...listed } = await listRestorePoints(ctx, { databaseId });
  return (
    <RestorePoints
      databaseName={database.name}
      base={`/dashboard/${organisationId}/databases`}
      databaseId={databaseId}
      points={items}
      {...listed}
      kept={{ ...kept, text: keptText(kept) }}
      canWrite={can("databases:write")}
      isReady={database.status === "ready"}
      createForm={RESTORE_POINT.form}
      branchForm={BRANCH_FROM.form}
      setSchedule={here(setSchedule)}
    />
  );
});
