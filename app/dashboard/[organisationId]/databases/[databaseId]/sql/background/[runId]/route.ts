import { getBackgroundRun } from "@/lib/sql/background-runs/get";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns how far a run in the background is. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardGetBackgroundRun", params: { databaseId: "database", runId: "backgroundRun" } },
  (ctx, { params: { databaseId = "", runId = "" } }) => getBackgroundRun(ctx, { databaseId, runId }),
);
