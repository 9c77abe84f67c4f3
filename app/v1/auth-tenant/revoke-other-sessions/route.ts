import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { revokeOtherSessions } from "@/lib/sign-in/sessions/revoke";

export const POST = defineSignInRoute(
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
