import { reportOk } from "@/lib/auth/report-ok";
import { Ok } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const GET = defineAuthRoute(
  {
    operationId: "signInOk",
    summary: "Check project and key",
    description: "Answers when the project header and the public key belong together.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: Ok },
    signIn: { session: "none" },
  },
  reportOk,
);
