import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { NamedInvitationInput } from "@/lib/sign-in/user-organisations/accept-invitation";
import { cancelOrganisationInvitation } from "@/lib/sign-in/user-organisations/cancel-invitation";
import { OrganizationInvitation } from "@/lib/sign-in/user-organisations/resource";

export const POST = defineSignInRoute(
  {
    operationId: "cancelOrganizationInvitation",
    summary: "Cancel an invitation",
    description: "For owners and admins.",
    tag: "sign-in",
    auth: "public-key",
    body: NamedInvitationInput,
    reply: { 200: OrganizationInvitation },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "INVITATION_NOT_FOUND",
        "MEMBER_NOT_FOUND",
        "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
      ],
    },
  },
  cancelOrganisationInvitation,
);
