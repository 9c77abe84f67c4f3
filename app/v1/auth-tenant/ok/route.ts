import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Ok } from "@/lib/sign-in/sessions/replies";

export const GET = defineSignInRoute(
  {
    operationId: "signInOk",
    summary: "Check project and key",
    description: "Answers when the project header and the public key belong together.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: Ok },
    signIn: { session: "none" },
  },
  async () => ({ ok: true }),
);
