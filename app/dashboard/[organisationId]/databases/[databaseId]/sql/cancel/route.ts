import { cancelRun } from "@/lib/sql/statements/cancel";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { CancelInput } from "../input";

/** Cancels a run by a request of its own, since the response to the run is still being written. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardCancelRun",
    params: { databaseId: "database" },
    body: { schema: CancelInput, maxBytes: 1_000 },
  },
  (ctx, { params, body }) => cancelRun(ctx, { databaseId: params.databaseId ?? "", runId: body.runId }),
);
