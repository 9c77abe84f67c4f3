import { defineRoute } from "@/lib/http/api/define-route";
import { GetLogoQuery, getLogo } from "@/lib/sign-in/projects/get-logo";

export const GET = defineRoute(
  {
    operationId: "getLogo",
    summary: "Get a project's logo",
    tag: "sign-in",
    auth: "none",
    params: { projectId: "project" },
    query: GetLogoQuery,
    reply: { 200: { contentType: "image/*", description: "A PNG, JPEG or WebP picture." } },
    errors: ["not_found"],
  },
  getLogo,
);
