import { getToken, TokenReply } from "@/lib/auth/tokens/get";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
  {
    operationId: "getToken",
    summary: "Get a JSON Web Token",
    description: "For the app's own servers, which verify it against the project's key set. It lives five minutes.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: TokenReply },
    signIn: { session: "required" },
  },
  getToken,
);
