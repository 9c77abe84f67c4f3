import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Organization } from "@/lib/sign-in/user-organisations/resource";
import { SetActiveInput, setActiveOrganisation } from "@/lib/sign-in/user-organisations/set-active";

export const POST = defineSignInRoute(
  {
    operationId: "setActiveOrganization",
    summary: "Set the session's active organisation",
    description: "The next token names it.",
    tag: "sign-in",
    auth: "public-key",
    body: SetActiveInput,
    reply: { 200: Organization.nullable() },
    signIn: {
      session: "required",
      errors: ["ORGANIZATIONS_DISABLED", "ORGANIZATION_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
    },
  },
  setActiveOrganisation,
);
