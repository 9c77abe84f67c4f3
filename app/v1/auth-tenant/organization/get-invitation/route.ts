import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { GetInvitationQuery, getOrganisationInvitation } from "@/lib/sign-in/user-organisations/get-invitation";
import { ReceivedInvitation } from "@/lib/sign-in/user-organisations/resource";

export const GET = defineSignInRoute(
  {
    operationId: "getOrganizationInvitation",
    summary: "Get an invitation",
    description: "For the user who has proven the invited address.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: ReceivedInvitation },
    signIn: {
      session: "required",
      query: GetInvitationQuery,
      errors: [
        "ORGANIZATIONS_DISABLED",
        "INVITATION_NOT_FOUND",
        "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
        "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
        "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
      ],
    },
  },
  getOrganisationInvitation,
);
