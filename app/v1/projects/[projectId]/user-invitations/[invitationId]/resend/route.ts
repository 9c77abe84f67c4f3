import { defineRoute } from "@/lib/http/api/define-route";
import { resendUserInvitation } from "@/lib/sign-in/user-invitations/resend";
import { UserInvitation } from "@/lib/sign-in/user-invitations/resource";

export const POST = defineRoute(
  {
    operationId: "resendProjectUserInvitation",
    summary: "Send an invitation of a user again",
    description: "With a new link for seven days. The one before stops working.",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "users",
    params: { projectId: "project", invitationId: "userInvitation" },
    reply: { 200: UserInvitation },
    errors: ["not_found", "email_taken"],
  },
  resendUserInvitation,
);
