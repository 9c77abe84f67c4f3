import { startBackgroundRun } from "@/lib/sql/background-runs/start";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { BackgroundInput, MAX_BODY_BYTES } from "../input";

/** Queues statements to be run in the background. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardStartBackgroundRun",
    params: { databaseId: "database" },
    limit: "sql",
    body: { schema: BackgroundInput, maxBytes: MAX_BODY_BYTES },
  },
  (ctx, { params: { databaseId = "" }, body }) => startBackgroundRun(ctx, { ...body, databaseId }),
);
