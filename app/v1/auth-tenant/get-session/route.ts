import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { GetSessionQuery, getSession } from "@/lib/sign-in/sessions/get";
import { SessionWithUser } from "@/lib/sign-in/sessions/replies";

export const GET = defineSignInRoute(
  {
    operationId: "getSession",
    summary: "Get the session",
    description: "`null` when nobody is signed in. A session in use is prolonged, unless `disableRefresh` is given.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: SessionWithUser.nullable() },
    signIn: { session: "optional", query: GetSessionQuery, headers: { Pragma: "no-cache" } },
  },
  getSession,
);
