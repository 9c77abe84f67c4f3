import { cancelBackgroundRun } from "@/lib/sql/background-runs/cancel";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

export const POST = defineDashboardHandler(
  { operationId: "dashboardCancelBackgroundRun", params: { databaseId: "database", runId: "backgroundRun" } },
  (ctx, { params: { databaseId = "", runId = "" } }) => cancelBackgroundRun(ctx, { databaseId, runId }),
);
