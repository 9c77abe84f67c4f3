import { listSessions } from "@/lib/sql/activity/list-sessions";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the sessions for the page to refresh itself, without the page. */
export const GET = databaseHandler("dashboardListSessions", {}, async (ctx, place) => ({
  sessions: await listSessions(ctx, place),
}));
