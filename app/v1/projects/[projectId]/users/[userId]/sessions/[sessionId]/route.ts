import { defineRoute } from "@/lib/http/api/define-route";
import { EndedSession, endUserSession } from "@/lib/sign-in/users/end-session";

export const DELETE = defineRoute(
  {
    operationId: "endProjectUserSession",
    summary: "End a session of a user",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "users",
    params: { projectId: "project", userId: "user", sessionId: "session" },
    reply: { 200: EndedSession },
    errors: ["user_not_found", "not_found"],
  },
  endUserSession,
);
