import { cancelBackgroundRun } from "@/lib/sql/background-runs/cancel";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

export const POST = databaseHandler(
  "dashboardCancelBackgroundRun",
  { params: { runId: "backgroundRun" } },
  cancelBackgroundRun,
);
