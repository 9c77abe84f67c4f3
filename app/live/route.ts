import { getLiveness, Liveness } from "@/lib/hosting/status/live";
import { defineRoute } from "@/lib/http/api/define-route";

export const GET = defineRoute(
  {
    operationId: "getLiveness",
    summary: "Whether this process answers",
    description: "Asks nothing else: for probes that restart a process which is stuck.",
    tag: "service",
    auth: "none",
    reply: { 200: Liveness },
  },
  getLiveness,
);
