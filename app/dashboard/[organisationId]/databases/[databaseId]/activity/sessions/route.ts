import { listSessions } from "@/lib/sql/activity/list-sessions";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the sessions for the page to refresh itself, without the page. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardListSessions", params: { databaseId: "database" } },
  async (ctx, { params }) => ({ sessions: await listSessions(ctx, { databaseId: params.databaseId ?? "" }) }),
);
