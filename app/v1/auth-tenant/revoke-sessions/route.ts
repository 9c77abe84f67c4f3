import { revokeSessions } from "@/lib/auth/sessions/revoke";
import { Status } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const POST = defineAuthRoute(
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
