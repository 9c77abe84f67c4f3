import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { GetFullOrganizationQuery, getFullOrganisation } from "@/lib/sign-in/user-organisations/get-full";
import { FullOrganization } from "@/lib/sign-in/user-organisations/resource";

export const GET = defineSignInRoute(
  {
    operationId: "getFullOrganization",
    summary: "Get an organisation with its members and invitations",
    description: "`null` where none is named or active.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: FullOrganization.nullable() },
    signIn: {
      session: "required",
      query: GetFullOrganizationQuery,
      errors: ["ORGANIZATIONS_DISABLED", "ORGANIZATION_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
    },
  },
  getFullOrganisation,
);
