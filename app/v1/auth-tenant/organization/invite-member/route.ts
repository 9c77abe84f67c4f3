import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { InviteMemberInput, inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { OrganizationInvitation } from "@/lib/sign-in/user-organisations/resource";

export const POST = defineSignInRoute(
  {
    operationId: "inviteOrganizationMember",
    summary: "Invite someone by email",
    description: "For owners and admins; only owners invite owners.",
    tag: "sign-in",
    auth: "public-key",
    body: InviteMemberInput,
    reply: { 200: OrganizationInvitation },
    signIn: {
      session: "required",
      limit: "mailPerAddress",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "ORGANIZATION_NOT_FOUND",
        "MEMBER_NOT_FOUND",
        "INVALID_EMAIL",
        "ROLE_NOT_FOUND",
        "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
        "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
        "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
        "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION",
        "INVITATION_LIMIT_REACHED",
      ],
    },
  },
  inviteMember,
);
