import { z } from "zod";
import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SignInOtpInput, signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { SessionStarted, TwoFactorRequired } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "signInEmailOtp",
    summary: "Sign in with a mailed code",
    description: "Makes the user where there is none; `name` and `image` are for that.",
    tag: "sign-in",
    auth: "public-key",
    body: SignInOtpInput,
    reply: { 200: z.union([SessionStarted, TwoFactorRequired]) },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "email-otp" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "EMAIL_OTP_DISABLED",
        "INVALID_EMAIL",
        "INVALID_OTP",
        "OTP_EXPIRED",
        "TOO_MANY_ATTEMPTS",
        "SIGN_UP_DISABLED",
        "BANNED_USER",
      ],
    },
  },
  signInWithOtp,
);
