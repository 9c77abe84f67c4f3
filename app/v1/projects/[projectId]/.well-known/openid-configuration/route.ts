import { defineRoute } from "@/lib/http/api/define-route";
import { Discovery, getDiscovery } from "@/lib/sign-in/tokens/discovery";

export const GET = defineRoute(
  {
    operationId: "getDiscovery",
    summary: "Get a project's issuer and where its keys are",
    tag: "sign-in",
    auth: "none",
    params: { projectId: "project" },
    reply: { 200: Discovery },
    errors: ["project_not_found"],
  },
  getDiscovery,
);
