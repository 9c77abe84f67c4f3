import { defineRoute } from "@/lib/http/api/define-route";
import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { RealtimeStats } from "@/lib/services/realtime/sockets/resource";

export const GET = defineRoute(
  {
    operationId: "getRealtimeStats",
    summary: "Read the traffic in realtime",
    description: "Connections and subscriptions at this moment, and their usage this month.",
    tag: "realtime",
    auth: "server-key",
    serverKeyScope: "read",
    resource: "usage",
    params: { projectId: "project" },
    reply: { 200: RealtimeStats },
  },
  readRealtimeStats,
);
