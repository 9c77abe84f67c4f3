import { z } from "zod";
import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { ConsumeMagicLinkInput } from "@/lib/sign-in/magic-link/consume";
import {
  followMagicLink,
  MagicLinkFollowed,
  MagicLinkQuery,
  MagicLinkSignedIn,
  signInWithMagicLink,
} from "@/lib/sign-in/magic-link/sign-in";
import { TwoFactorRequired } from "@/lib/sign-in/sessions/replies";

const errors = [
  "MAGIC_LINK_DISABLED",
  "INVALID_TOKEN",
  "INVALID_NUMBER",
  "TOO_MANY_ATTEMPTS",
  "SIGN_UP_DISABLED",
  "BANNED_USER",
] as const;

export const GET = defineSignInRoute(
  {
    operationId: "verifyMagicLink",
    summary: "Sign in with a mailed link",
    description:
      "Redirects with `callbackURL`, also on failure, which is then `?error=`; answers otherwise. It needs header and key like every route, so following a link never uses it up.",
    tag: "sign-in",
    auth: "public-key",
    reply: {
      200: z.union([MagicLinkFollowed, TwoFactorRequired]),
      302: { contentType: null, description: "To `callbackURL`, `newUserCallbackURL` or `errorCallbackURL`." },
    },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "magic-link" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      query: MagicLinkQuery,
      errors,
    },
  },
  followMagicLink,
);

export const POST = defineSignInRoute(
  {
    operationId: "signInWithMagicLink",
    summary: "Sign in with a mailed link, from the page it leads to",
    description: "Answers `callbackURL`, where the request for the link asked to go on to.",
    tag: "sign-in",
    auth: "public-key",
    body: ConsumeMagicLinkInput,
    reply: { 200: MagicLinkSignedIn },
    signIn: {
      refusedAs: { kind: "sign_in.mail_request", factor: "magic-link" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors,
    },
  },
  signInWithMagicLink,
);
