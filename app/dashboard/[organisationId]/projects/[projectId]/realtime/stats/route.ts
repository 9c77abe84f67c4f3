import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the figures for the page to refresh itself, without the page. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardReadRealtimeStats", params: { projectId: "project" } },
  async (ctx, { params: { projectId = "" } }) => ({ stats: await readRealtimeStats(ctx, { projectId }) }),
);
