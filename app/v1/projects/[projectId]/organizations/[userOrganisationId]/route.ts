import { defineRoute } from "@/lib/http/api/define-route";
import { MAX_BODY_BYTES } from "@/lib/http/sign-in/read-input";
import { DeletedOrganization, deleteOrganisationByOwner } from "@/lib/sign-in/user-organisations/delete-by-owner";
import { OwnedOrganization, OwnedOrganizationDetails } from "@/lib/sign-in/user-organisations/resource";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import {
  UpdateOrganisationByOwnerInput,
  updateOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/update-by-owner";

const shared = {
  tag: "users",
  auth: "server-key",
  resource: "users",
  params: { projectId: "project", userOrganisationId: "userOrganisation" },
} as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "getProjectOrganization",
    summary: "Get an organisation of users",
    description: "With its pending invitations.",
    serverKeyScope: "read",
    reply: { 200: OwnedOrganizationDetails },
    errors: ["organization_not_found"],
  },
  showOrganisationByOwner,
);

export const PATCH = defineRoute(
  {
    ...shared,
    operationId: "updateProjectOrganization",
    summary: "Change an organisation of users",
    serverKeyScope: "read-write",
    body: UpdateOrganisationByOwnerInput,
    maxBytes: MAX_BODY_BYTES,
    reply: { 200: OwnedOrganization },
    errors: ["organization_not_found", "slug_taken"],
  },
  updateOrganisationByOwner,
);

export const DELETE = defineRoute(
  {
    ...shared,
    operationId: "deleteProjectOrganization",
    summary: "Delete an organisation of users",
    description: "With its memberships and invitations. This can't be undone.",
    serverKeyScope: "read-write",
    reply: { 200: DeletedOrganization },
    errors: ["organization_not_found"],
  },
  deleteOrganisationByOwner,
);
