import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { deleteUserOrganisation, NamedOrganizationInput } from "@/lib/sign-in/user-organisations/delete";
import { Organization } from "@/lib/sign-in/user-organisations/resource";

export const POST = defineSignInRoute(
  {
    operationId: "deleteOrganization",
    summary: "Delete an organisation",
    description: "For owners. Memberships and invitations go with it.",
    tag: "sign-in",
    auth: "public-key",
    body: NamedOrganizationInput,
    reply: { 200: Organization },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
      ],
      statuses: { USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 400 },
    },
  },
  deleteUserOrganisation,
);
