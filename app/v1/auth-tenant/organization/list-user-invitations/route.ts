import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { listReceivedInvitations } from "@/lib/sign-in/user-organisations/list-invitations";
import { ReceivedInvitationList } from "@/lib/sign-in/user-organisations/resource";

export const GET = defineSignInRoute(
  {
    operationId: "listUserInvitations",
    summary: "List the invitations that wait for the user",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: ReceivedInvitationList },
    signIn: { session: "required", errors: ["ORGANIZATIONS_DISABLED", "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"] },
  },
  listReceivedInvitations,
);
