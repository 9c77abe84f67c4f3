import { defineRoute } from "@/lib/http/api/define-route";
import { USER_BODY_BYTES } from "@/lib/http/definition";
import { DeletedUser, deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { OwnedUserDetails, OwnedUserWithMetadata } from "@/lib/sign-in/users/owned-user";
import { showUser } from "@/lib/sign-in/users/show";
import { UpdateUserByOwnerInput, updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";

const shared = {
  tag: "users",
  auth: "server-key",
  resource: "users",
  params: { projectId: "project", userId: "user" },
} as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "getProjectUser",
    summary: "Get a user",
    description: "With the ways they can sign in, and their sessions; never a secret.",
    serverKeyScope: "read",
    reply: { 200: OwnedUserDetails },
    errors: ["user_not_found"],
  },
  showUser,
);

export const PATCH = defineRoute(
  {
    ...shared,
    operationId: "updateProjectUser",
    summary: "Change a user",
    description: "All of the fields or none. A ban takes effect at the user's next request.",
    serverKeyScope: "read-write",
    body: UpdateUserByOwnerInput,
    maxBytes: USER_BODY_BYTES,
    reply: { 200: OwnedUserWithMetadata },
    errors: ["user_not_found", "email_taken", "conflict"],
  },
  updateUserByOwner,
);

export const DELETE = defineRoute(
  {
    ...shared,
    operationId: "deleteProjectUser",
    summary: "Delete a user",
    description: "With everything that is theirs but security events. This can't be undone.",
    serverKeyScope: "read-write",
    reply: { 200: DeletedUser },
    errors: ["user_not_found", "conflict"],
  },
  deleteUserByOwner,
);
