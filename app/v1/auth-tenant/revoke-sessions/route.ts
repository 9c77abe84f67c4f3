import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { revokeSessions } from "@/lib/sign-in/sessions/revoke";

export const POST = defineSignInRoute(
  {
    operationId: "revokeSessions",
    summary: "End every session of the user",
    description: "This one included: its cookie is deleted.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: Status },
    signIn: { session: "required", worksWhileSuspended: true },
  },
  revokeSessions,
);
