import { listSessions } from "@/lib/auth/sessions/list";
import { SessionList } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
  {
    operationId: "listSessions",
    summary: "List the user's sessions",
    description: "Those that have not ended, newest first.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: SessionList },
    signIn: { session: "required" },
  },
  listSessions,
);
