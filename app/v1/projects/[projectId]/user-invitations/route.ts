import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { ListUserInvitationsInput, listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { UserInvitation, UserInvitationPage } from "@/lib/sign-in/user-invitations/resource";

const shared = { tag: "users", auth: "server-key", resource: "users", params: { projectId: "project" } } as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listProjectUserInvitations",
    summary: "List pending invitations of users",
    description: "Newest first. Accepted, revoked and expired ones are not listed.",
    serverKeyScope: "read",
    query: ListUserInvitationsInput,
    reply: { 200: UserInvitationPage },
  },
  listUserInvitations,
);

export const POST = defineRoute(
  {
    ...shared,
    operationId: "inviteProjectUser",
    summary: "Invite a user by email",
    description:
      "The link in the email creates the account, also where sign-ups are switched off. It works once, for seven days. A second invitation to an address replaces the first.",
    serverKeyScope: "read-write",
    body: InviteUserInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: UserInvitation },
    errors: ["email_taken", "conflict"],
  },
  inviteUser,
);
