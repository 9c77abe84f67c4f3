import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SocialCallbackQuery } from "@/lib/sign-in/social/callback";
import { finishSocial } from "@/lib/sign-in/social/finish";
import { repeatSocialCallback } from "@/lib/sign-in/social/repeat-callback";

export const GET = defineSignInRoute(
  {
    operationId: "finishSocialSignIn",
    summary: "Come back from a provider",
    description:
      "Where providers return the browser: the redirect URI of the project's client. A failure leads to `errorCallbackURL` or the project's error page, with `error`.",
    tag: "sign-in",
    auth: "project-path",
    reply: {
      302: {
        contentType: null,
        description: "To the app, to the second factor, or to the page that explains a failure.",
      },
      200: {
        contentType: "text/html",
        description: "A page that goes on by itself to one of the service's own pages.",
      },
    },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "none",
      isLogin: true,
      query: SocialCallbackQuery,
      params: ["provider"],
    },
  },
  finishSocial,
);

export const POST = defineSignInRoute(
  {
    operationId: "repeatSocialCallback",
    summary: "Come back from a provider by a form",
    description: "Redirects to the same address by GET, since a form of another site brings no cookie.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 302: { contentType: null, description: "To the same address with the form's fields in its query." } },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "none",
      query: SocialCallbackQuery,
      params: ["provider"],
      isFormResponse: true,
    },
  },
  repeatSocialCallback,
);
