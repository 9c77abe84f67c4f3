import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SendVerificationInput, sendVerificationEmail } from "@/lib/sign-in/email/send-verification";
import { Status } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "sendVerificationEmail",
    summary: "Mail the proof of an address once more",
    description: "Signed out, the answer is the same for every address.",
    tag: "sign-in",
    auth: "public-key",
    body: SendVerificationInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "email.verification_request" },
      session: "optional",
      limit: "mailPerAddress",
      isLogin: true,
      errors: ["EMAIL_MISMATCH", "EMAIL_ALREADY_VERIFIED"],
    },
  },
  sendVerificationEmail,
);
