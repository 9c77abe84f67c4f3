import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import {
  MemberRemoved,
  RemoveMemberInput,
  removeOrganisationMember,
} from "@/lib/sign-in/user-organisations/remove-member";

export const POST = defineSignInRoute(
  {
    operationId: "removeOrganizationMember",
    summary: "Remove a member",
    description: "For owners and admins; only owners remove owners.",
    tag: "sign-in",
    auth: "public-key",
    body: RemoveMemberInput,
    reply: { 200: MemberRemoved },
    signIn: {
      session: "required",
      errors: [
        "ORGANIZATIONS_DISABLED",
        "NO_ACTIVE_ORGANIZATION",
        "MEMBER_NOT_FOUND",
        "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
        "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
      ],
    },
  },
  removeOrganisationMember,
);
