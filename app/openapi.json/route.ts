import { routes } from "@/app/route-table";
import { defineRoute } from "@/lib/http/api/define-route";
import { describeApi } from "@/lib/http/openapi/describe-api";

export const GET = defineRoute(
  {
    operationId: "getOpenApi",
    summary: "This document",
    tag: "service",
    auth: "none",
    reply: { 200: { contentType: "application/json", description: "OpenAPI 3.1" } },
  },
  async (ctx, _input: object) => describeApi(routes, ctx.baseUrl),
);
