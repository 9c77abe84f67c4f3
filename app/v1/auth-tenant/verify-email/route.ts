import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { followEmailLink, VerifyEmailQuery } from "@/lib/sign-in/email/follow-link";
import { EmailVerified, VerifyEmailInput, verifyEmail } from "@/lib/sign-in/email/verify";

const errors = [
  "INVALID_TOKEN",
  "PROOF_REQUIRED",
  "INVALID_PASSWORD",
  "PASSWORD_TOO_LONG",
  "TOO_MANY_ATTEMPTS",
  "UNAUTHORIZED",
] as const;

export const GET = defineSignInRoute(
  {
    operationId: "followEmailLink",
    summary: "Verify an address with a mailed link",
    description:
      "Redirects with `callbackURL`, also on failure, which is then `?error=`. It needs header and key like every route, so following a link never uses it up.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 200: EmailVerified, 302: { contentType: null, description: "To `callbackURL`." } },
    signIn: {
      refusedAs: { kind: "email.verify" },
      session: "optional",
      limit: "signInPerAddress",
      isLogin: true,
      query: VerifyEmailQuery,
      errors,
    },
  },
  followEmailLink,
);

export const POST = defineSignInRoute(
  {
    operationId: "verifyEmail",
    summary: "Verify an address with a mailed link, from the page it leads to",
    description:
      "In the browser of the sign-up or signed in; elsewhere one's own address needs the account's password, and the new address of a change needs a browser that is signed in.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyEmailInput,
    reply: { 200: EmailVerified },
    signIn: {
      refusedAs: { kind: "email.verify" },
      session: "optional",
      limit: "signInPerAddress",
      isLogin: true,
      errors,
    },
  },
  verifyEmail,
);
