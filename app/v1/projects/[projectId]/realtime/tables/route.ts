import { defineRoute } from "@/lib/http/api/define-route";
import { REALTIME_TABLES } from "@/lib/http/api/realtime-routes";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { RealtimeTableList } from "@/lib/services/realtime/changes/tables/resource";

export const GET = defineRoute(
  {
    ...REALTIME_TABLES,
    operationId: "listRealtimeTables",
    summary: "List the tables whose changes are published",
    serverKeyScope: "read",
    reply: { 200: RealtimeTableList },
  },
  listRealtimeTables,
);
