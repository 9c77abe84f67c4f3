import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { getActiveMember } from "@/lib/sign-in/user-organisations/get-active-member";
import { OrganizationMember } from "@/lib/sign-in/user-organisations/resource";

export const GET = defineSignInRoute(
  {
    operationId: "getActiveOrganizationMember",
    summary: "Get the membership of the active organisation",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: OrganizationMember },
    signIn: { session: "required", errors: ["ORGANIZATIONS_DISABLED", "NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND"] },
  },
  getActiveMember,
);
