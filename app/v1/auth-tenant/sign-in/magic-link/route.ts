import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { MagicLinkInput, MagicLinkSent, requestMagicLink } from "@/lib/sign-in/magic-link/request";

export const POST = defineSignInRoute(
  {
    operationId: "signInMagicLink",
    summary: "Mail a link to sign in with",
    description:
      "The same mail holds a code where the project has those on. The answer is the same for an address without a user. Show `number`: a user who opens the link in another browser is asked for it there.",
    tag: "sign-in",
    auth: "public-key",
    body: MagicLinkInput,
    reply: { 200: MagicLinkSent },
    signIn: {
      refusedAs: { kind: "sign_in.mail_request", factor: "magic-link" },
      session: "none",
      limit: "mailPerAddress",
      isLogin: true,
      errors: ["MAGIC_LINK_DISABLED"],
    },
  },
  requestMagicLink,
);
