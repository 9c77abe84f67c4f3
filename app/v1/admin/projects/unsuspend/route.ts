import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { ProjectStanding } from "@/lib/services/project-administration/resource";
import { UnsuspendProjectInput, unsuspendProject } from "@/lib/services/project-administration/unsuspend";

export const POST = defineRoute(
  {
    operationId: "unsuspendProject",
    summary: "Lift a suspension",
    description: "Repeating it changes nothing. A ban is lifted on the command line only.",
    tag: "administration",
    auth: "admin-key",
    resource: "admin",
    body: UnsuspendProjectInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: ProjectStanding },
    errors: ["project_not_found", "conflict"],
  },
  unsuspendProject,
);
