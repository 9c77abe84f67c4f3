import { defineRoute } from "@/lib/http/api/define-route";
import { cancelInvitationByOwner } from "@/lib/sign-in/user-organisations/cancel-invitation-by-owner";
import { OrganizationInvitation } from "@/lib/sign-in/user-organisations/resource";

const shared = {
  tag: "users",
  auth: "server-key",
  resource: "users",
  params: { projectId: "project", userOrganisationId: "userOrganisation", invitationId: "userOrganisationInvitation" },
} as const;

export const DELETE = defineRoute(
  {
    ...shared,
    operationId: "cancelProjectOrganizationInvitation",
    summary: "Cancel a pending invitation",
    serverKeyScope: "read-write",
    reply: { 200: OrganizationInvitation },
    errors: ["not_found"],
  },
  cancelInvitationByOwner,
);
