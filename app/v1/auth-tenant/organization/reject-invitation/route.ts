import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { NamedInvitationInput } from "@/lib/sign-in/user-organisations/accept-invitation";
import { InvitationRejected, rejectOrganisationInvitation } from "@/lib/sign-in/user-organisations/reject-invitation";

export const POST = defineSignInRoute(
  {
    operationId: "rejectOrganizationInvitation",
    summary: "Reject an invitation",
    tag: "sign-in",
    auth: "public-key",
    body: NamedInvitationInput,
    reply: { 200: InvitationRejected },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "INVITATION_NOT_FOUND",
        "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
        "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
      ],
    },
  },
  rejectOrganisationInvitation,
);
