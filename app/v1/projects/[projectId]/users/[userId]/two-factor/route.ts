import { defineRoute } from "@/lib/http/api/define-route";
import { OwnedUser } from "@/lib/sign-in/users/owned-user";
import { removeUserTwoFactor } from "@/lib/sign-in/users/remove-two-factor";

export const DELETE = defineRoute(
  {
    operationId: "removeProjectUserTwoFactor",
    summary: "Turn off a user's two-step verification",
    description: "For users who have lost their app and their backup codes. They're told by email.",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "users",
    params: { projectId: "project", userId: "user" },
    reply: { 200: OwnedUser },
    errors: ["user_not_found", "conflict"],
  },
  removeUserTwoFactor,
);
