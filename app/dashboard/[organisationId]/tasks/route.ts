import { listRunningWork } from "@/lib/sql/running-work/list";
import { organisationHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the tasks that run in the organisation, for the list of tasks in the header. */
export const GET = organisationHandler("listRunningWork", {}, listRunningWork);
