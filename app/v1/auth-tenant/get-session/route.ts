import { GetSessionQuery, getSession } from "@/lib/auth/sessions/get";
import { SessionWithUser } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
  {
    operationId: "getSession",
    summary: "Get the session",
    description: "`null` when nobody is signed in. A session in use is prolonged, unless `disableRefresh` is given.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: SessionWithUser.nullable() },
    signIn: { session: "optional", query: GetSessionQuery },
  },
  getSession,
);
