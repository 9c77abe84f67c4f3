import { revokeOtherSessions } from "@/lib/auth/sessions/revoke";
import { Status } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const POST = defineAuthRoute(
  {
    operationId: "revokeOtherSessions",
    summary: "End the user's other sessions",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: Status },
    signIn: { session: "required", worksWhileSuspended: true },
  },
  revokeOtherSessions,
);
