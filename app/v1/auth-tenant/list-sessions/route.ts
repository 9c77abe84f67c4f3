import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { listSessions } from "@/lib/sign-in/sessions/list";
import { SessionList } from "@/lib/sign-in/sessions/replies";

export const GET = defineSignInRoute(
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
