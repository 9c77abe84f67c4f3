import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the figures for the page to refresh itself, without the page. */
export const GET = projectHandler("dashboardReadRealtimeStats", {}, async (ctx, place) => ({
  stats: await readRealtimeStats(ctx, place),
}));
