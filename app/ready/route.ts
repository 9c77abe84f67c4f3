import { getReadiness, Readiness } from "@/lib/hosting/status/ready";
import { defineRoute } from "@/lib/http/api/define-route";
import { JSON_TYPE } from "@/lib/http/plain-answer";

export const GET = defineRoute(
  {
    operationId: "getReadiness",
    summary: "Whether this process may be sent requests, and its failures",
    description:
      "503 with the same body while the control plane doesn't answer, or the process is stopping. In production, the " +
      "details need the bearer token of COPPICE_METRICS_TOKEN; without it, the body has `ready`, `healthy`, " +
      "`stopping` and `redis`.",
    tag: "service",
    auth: "none",
    toldOfMetricsToken: true,
    reply: { 200: Readiness, 503: Readiness },
  },
  async (ctx, input: { readsMetrics: boolean }) => {
    const readiness = await getReadiness(ctx, input);
    const headers = { "Content-Type": JSON_TYPE };
    return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers });
  },
);
