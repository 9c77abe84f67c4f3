import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { RequestResetInput, ResetRequested, requestPasswordReset } from "@/lib/sign-in/password/request-reset";

export const POST = defineSignInRoute(
  {
    operationId: "requestPasswordReset",
    summary: "Mail a link to choose a new password with",
    description: "The answer is the same for an address without a user.",
    tag: "sign-in",
    auth: "public-key",
    body: RequestResetInput,
    reply: { 200: ResetRequested },
    signIn: {
      refusedAs: { kind: "password.reset_request" },
      session: "none",
      limit: "mailPerAddress",
      isLogin: true,
      errors: ["RESET_PASSWORD_DISABLED"],
    },
  },
  requestPasswordReset,
);
