import { startBackgroundRun } from "@/lib/sql/background-runs/start";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { BackgroundInput, MAX_BODY_BYTES } from "../input";

/** Queues statements to be run in the background. */
export const POST = databaseHandler(
  "dashboardStartBackgroundRun",
  { limit: "sql", body: { schema: BackgroundInput, maxBytes: MAX_BODY_BYTES } },
  startBackgroundRun,
);
