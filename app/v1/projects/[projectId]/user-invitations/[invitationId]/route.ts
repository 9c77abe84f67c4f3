import { defineRoute } from "@/lib/http/api/define-route";
import { RevokedUserInvitation, revokeUserInvitation } from "@/lib/sign-in/user-invitations/revoke";

export const DELETE = defineRoute(
  {
    operationId: "revokeProjectUserInvitation",
    summary: "Revoke an invitation of a user",
    description: "Its link stops working.",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "users",
    params: { projectId: "project", invitationId: "userInvitation" },
    reply: { 200: RevokedUserInvitation },
    errors: ["not_found"],
  },
  revokeUserInvitation,
);
