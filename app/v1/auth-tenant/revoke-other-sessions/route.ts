import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { revokeOtherSessions } from "@/lib/sign-in/sessions/revoke";
import { Status } from "@/lib/sign-in/users/replies";

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
