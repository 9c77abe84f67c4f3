import { cancelRun } from "@/lib/sql/statements/cancel";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { CancelInput } from "../input";

/** Cancels a run by a request of its own, since the response to the run is still being written. */
export const POST = databaseHandler(
  "dashboardCancelRun",
  { body: { schema: CancelInput, maxBytes: 1_000 } },
  cancelRun,
);
