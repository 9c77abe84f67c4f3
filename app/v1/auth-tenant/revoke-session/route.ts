import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { RevokeSessionInput, revokeSession } from "@/lib/sign-in/sessions/revoke";

export const POST = defineSignInRoute(
  {
    operationId: "revokeSession",
    summary: "End one session of the user",
    description: "A session that is somebody else's, or not there, gets the same answer and is left alone.",
    tag: "sign-in",
    auth: "public-key",
    body: RevokeSessionInput,
    reply: { 200: Status },
    signIn: { session: "required", worksWhileSuspended: true },
  },
  revokeSession,
);
