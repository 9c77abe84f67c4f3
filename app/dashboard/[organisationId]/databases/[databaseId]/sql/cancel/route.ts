import { z } from "zod";
import { cancelRun } from "@/lib/sql/statements/cancel";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { RunId } from "../input";

/** Ends a run that goes on: a request of its own, since the answer to the run is still being written. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardCancelRun",
    params: { databaseId: "database" },
    body: { schema: z.object({ runId: RunId }), maxBytes: 1_000 },
  },
  (ctx, { params, body }) => cancelRun(ctx, { databaseId: params.databaseId ?? "", runId: body.runId }),
);
