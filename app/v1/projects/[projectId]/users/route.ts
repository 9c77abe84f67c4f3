import { defineRoute } from "@/lib/http/api/define-route";
import { USER_BODY_BYTES } from "@/lib/http/definition";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { OwnedUserPage, OwnedUserWithMetadata } from "@/lib/sign-in/users/owned-user";

const shared = { tag: "users", auth: "server-key", resource: "users", params: { projectId: "project" } } as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listProjectUsers",
    summary: "List a project's users",
    description: "Newest first. A filter that few users of a large project fit may take longer than a search.",
    serverKeyScope: "read",
    query: ListUsersInput,
    reply: { 200: OwnedUserPage },
  },
  listUsersByOwner,
);

export const POST = defineRoute(
  {
    ...shared,
    operationId: "createProjectUser",
    summary: "Create a user",
    description:
      "They get no email, unless `sendPasswordLink` asks for one. Works also where sign-ups are switched off.",
    serverKeyScope: "read-write",
    body: CreateUserByOwnerInput,
    maxBytes: USER_BODY_BYTES,
    reply: { 201: OwnedUserWithMetadata },
    errors: ["email_taken"],
  },
  createUserByOwner,
);
