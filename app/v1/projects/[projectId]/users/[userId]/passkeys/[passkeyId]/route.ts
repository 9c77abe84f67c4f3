import { defineRoute } from "@/lib/http/api/define-route";
import { RemovedPasskey, removeUserPasskey } from "@/lib/sign-in/users/remove-passkey";

export const DELETE = defineRoute(
  {
    operationId: "removeProjectUserPasskey",
    summary: "Remove a passkey of a user",
    description: "They're told by email.",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "users",
    params: { projectId: "project", userId: "user", passkeyId: "passkey" },
    reply: { 200: RemovedPasskey },
    errors: ["user_not_found", "not_found"],
  },
  removeUserPasskey,
);
