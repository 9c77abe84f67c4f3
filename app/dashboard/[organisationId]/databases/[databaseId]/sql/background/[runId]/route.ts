import { getBackgroundRun } from "@/lib/sql/background-runs/get";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** Returns how far a run in the background is. */
export const GET = databaseHandler(
  "dashboardGetBackgroundRun",
  { params: { runId: "backgroundRun" } },
  getBackgroundRun,
);
