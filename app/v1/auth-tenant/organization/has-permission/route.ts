import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  HasPermissionInput,
  hasOrganisationPermission,
  PermissionAnswer,
} from "@/lib/sign-in/user-organisations/has-permission";

export const POST = defineSignInRoute(
  {
    operationId: "hasOrganizationPermission",
    summary: "Check the user's permissions in an organisation",
    tag: "sign-in",
    auth: "public-key",
    body: HasPermissionInput,
    reply: { 200: PermissionAnswer },
    signIn: {
      session: "required",
      errors: ["ORGANIZATIONS_DISABLED", "NO_ACTIVE_ORGANIZATION", "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
      statuses: { USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 401 },
    },
  },
  hasOrganisationPermission,
);
