import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { ProjectStanding } from "@/lib/services/project-administration/resource";
import { SuspendProjectInput, suspendProject } from "@/lib/services/project-administration/suspend";

export const POST = defineRoute(
  {
    operationId: "suspendProject",
    summary: "Suspend a project",
    description: "No one can sign in to it or change it from then on. Repeating it changes nothing.",
    tag: "administration",
    auth: "admin-key",
    resource: "admin",
    body: SuspendProjectInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: ProjectStanding },
    errors: ["project_not_found", "conflict"],
  },
  suspendProject,
);
