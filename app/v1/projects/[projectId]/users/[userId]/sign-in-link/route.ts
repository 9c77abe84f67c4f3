import { defineRoute } from "@/lib/http/api/define-route";
import { createSignInLink, SignInLink } from "@/lib/sign-in/magic-link/create-by-owner";

export const POST = defineRoute(
  {
    operationId: "createProjectUserSignInLink",
    summary: "Create a sign-in link for a user",
    description:
      "For a user whose company requires single sign-on while its identity provider is down. The link works once and for 15 minutes, and is shown only now.",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "admin",
    resource: "users",
    params: { projectId: "project", userId: "user" },
    reply: { 200: SignInLink },
    errors: ["user_not_found"],
  },
  createSignInLink,
);
