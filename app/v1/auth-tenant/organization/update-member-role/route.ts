import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { OrganizationMember } from "@/lib/sign-in/user-organisations/resource";
import { UpdateMemberRoleInput, updateMemberRole } from "@/lib/sign-in/user-organisations/update-member-role";

export const POST = defineSignInRoute(
  {
    operationId: "updateOrganizationMemberRole",
    summary: "Change a member's role",
    description: "For owners and admins; only owners make or change owners.",
    tag: "sign-in",
    auth: "public-key",
    body: UpdateMemberRoleInput,
    reply: { 200: OrganizationMember },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "NO_ACTIVE_ORGANIZATION",
        "MEMBER_NOT_FOUND",
        "ROLE_NOT_FOUND",
        "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
        "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
      ],
    },
  },
  updateMemberRole,
);
