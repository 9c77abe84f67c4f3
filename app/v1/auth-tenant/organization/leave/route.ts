import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { NamedOrganizationInput } from "@/lib/sign-in/user-organisations/delete";
import { leaveOrganisation } from "@/lib/sign-in/user-organisations/leave";
import { OrganizationMember } from "@/lib/sign-in/user-organisations/resource";

export const POST = defineSignInRoute(
  {
    operationId: "leaveOrganization",
    summary: "Leave an organisation",
    tag: "sign-in",
    auth: "public-key",
    body: NamedOrganizationInput,
    reply: { 200: OrganizationMember },
    signIn: {
      session: "required",
      errors: ["ORGANIZATIONS_DISABLED", "MEMBER_NOT_FOUND", "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"],
    },
  },
  leaveOrganisation,
);
