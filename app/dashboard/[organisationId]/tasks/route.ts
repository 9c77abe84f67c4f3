import { listRunningWork } from "@/lib/sql/running-work/list";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the tasks that run in the organisation, for the list of tasks in the header. */
export const GET = defineDashboardHandler({ operationId: "listRunningWork" }, listRunningWork);
