import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { ListInvitationsQuery, listOrganisationInvitations } from "@/lib/sign-in/user-organisations/list-invitations";
import { InvitationList } from "@/lib/sign-in/user-organisations/resource";

export const GET = defineSignInRoute(
  {
    operationId: "listOrganizationInvitations",
    summary: "List an organisation's invitations",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: InvitationList },
    signIn: {
      session: "required",
      query: ListInvitationsQuery,
      errors: ["ORGANIZATIONS_DISABLED", "ORGANIZATION_ID_IS_REQUIRED", "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
    },
  },
  listOrganisationInvitations,
);
