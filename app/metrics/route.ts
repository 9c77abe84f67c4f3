import { defineRoute } from "@/lib/http/api/define-route";

export const GET = defineRoute(
  {
    operationId: "getMetrics",
    summary: "Prometheus metrics of this process",
    description: "In production behind the bearer token of COPPICE_METRICS_TOKEN.",
    tag: "service",
    auth: "metrics-token",
    reply: { 200: { contentType: "text/plain", description: "Prometheus text exposition format 0.0.4" } },
  },
  async (ctx, _input: object) =>
    new Response(await ctx.metrics.metrics(), { headers: { "Content-Type": ctx.metrics.contentType } }),
);
