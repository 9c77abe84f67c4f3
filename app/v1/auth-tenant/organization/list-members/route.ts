import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  ListMembersQuery,
  listOrganisationMembers,
  OrganizationMemberPage,
} from "@/lib/sign-in/user-organisations/list-members";

export const GET = defineSignInRoute(
  {
    operationId: "listOrganizationMembers",
    summary: "List an organisation's members",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: OrganizationMemberPage },
    signIn: {
      session: "required",
      query: ListMembersQuery,
      errors: [
        "ORGANIZATIONS_DISABLED",
        "NO_ACTIVE_ORGANIZATION",
        "ORGANIZATION_NOT_FOUND",
        "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
      ],
    },
  },
  listOrganisationMembers,
);
