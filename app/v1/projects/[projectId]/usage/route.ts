import { defineRoute } from "@/lib/http/api/define-route";
import { getProjectUsage } from "@/lib/services/usage/get";
import { ProjectUsage } from "@/lib/services/usage/resource";
import { UsageWindowInput } from "@/lib/services/usage/window";

export const GET = defineRoute(
  {
    operationId: "getProjectUsage",
    summary: "Read the usage of a project",
    description: "In this calendar month, or in a period of at most 400 days. Figures are at most ten seconds old.",
    tag: "usage",
    auth: "server-key",
    serverKeyScope: "read",
    resource: "usage",
    params: { projectId: "project" },
    query: UsageWindowInput,
    reply: { 200: ProjectUsage },
  },
  getProjectUsage,
);
