import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  ActiveMemberRoleQuery,
  getActiveMemberRole,
  MemberRole,
} from "@/lib/sign-in/user-organisations/get-active-member";

export const GET = defineSignInRoute(
  {
    operationId: "getActiveOrganizationMemberRole",
    summary: "Get the role in an organisation",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: MemberRole },
    signIn: {
      session: "required",
      query: ActiveMemberRoleQuery,
      errors: [
        "ORGANIZATIONS_DISABLED",
        "NO_ACTIVE_ORGANIZATION",
        "ORGANIZATION_NOT_FOUND",
        "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
      ],
    },
  },
  getActiveMemberRole,
);
