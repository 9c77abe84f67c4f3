import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { getToken, TokenReply } from "@/lib/sign-in/tokens/get";

export const GET = defineSignInRoute(
  {
    operationId: "getToken",
    summary: "Get a JSON Web Token",
    description: "For the app's own servers, which verify it against the project's key set. It lives five minutes.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: TokenReply },
    signIn: { session: "required", errors: ["PROJECT_SUSPENDED"] },
  },
  getToken,
);
