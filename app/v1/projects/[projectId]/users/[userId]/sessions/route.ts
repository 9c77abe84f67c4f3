import { defineRoute } from "@/lib/http/api/define-route";
import { EndedSessions, endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { listUserSessions } from "@/lib/sign-in/users/list-sessions-by-owner";
import { OwnedSessionList } from "@/lib/sign-in/users/owned-user";

const shared = {
  tag: "users",
  auth: "server-key",
  resource: "users",
  params: { projectId: "project", userId: "user" },
  errors: ["user_not_found"],
} as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listProjectUserSessions",
    summary: "List a user's sessions",
    description: "Those that have not ended, newest first.",
    serverKeyScope: "read",
    reply: { 200: OwnedSessionList },
  },
  listUserSessions,
);

export const DELETE = defineRoute(
  {
    ...shared,
    operationId: "endProjectUserSessions",
    summary: "Sign a user out everywhere",
    description: "Ends their sessions, trusted browsers, emailed links and codes. They can sign in again.",
    serverKeyScope: "read-write",
    reply: { 200: EndedSessions },
  },
  endUserSessions,
);
