import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  acceptOrganisationInvitation,
  InvitationAccepted,
  NamedInvitationInput,
} from "@/lib/sign-in/user-organisations/accept-invitation";

export const POST = defineSignInRoute(
  {
    operationId: "acceptOrganizationInvitation",
    summary: "Accept an invitation",
    description: `For who has proven the invited address. The organisation becomes the session's active one.`,
    tag: "sign-in",
    auth: "public-key",
    body: NamedInvitationInput,
    reply: { 200: InvitationAccepted },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "INVITATION_NOT_FOUND",
        "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
        "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
        "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
        "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
        "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
      ],
    },
  },
  acceptOrganisationInvitation,
);
