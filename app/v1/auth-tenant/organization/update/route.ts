import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Organization } from "@/lib/sign-in/user-organisations/resource";
import { UpdateOrganizationInput, updateUserOrganisation } from "@/lib/sign-in/user-organisations/update";

export const POST = defineSignInRoute(
  {
    operationId: "updateOrganization",
    summary: "Change an organisation",
    description: "For owners and admins.",
    tag: "sign-in",
    auth: "public-key",
    body: UpdateOrganizationInput,
    reply: { 200: Organization },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "ORGANIZATION_NOT_FOUND",
        "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
        "ORGANIZATION_SLUG_ALREADY_TAKEN",
      ],
      statuses: { USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 400 },
    },
  },
  updateUserOrganisation,
);
