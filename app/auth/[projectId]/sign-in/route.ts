import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { signInPage } from "@/lib/hosted-pages/pages/sign-in";

export const GET = defineHostedPage(
  {
    refusedAs: { kind: "session.sign_in" },
    operationId: "showSignInPage",
    summary: "The page to sign in on",
    name: "sign-in",
  },
  signInPage,
);
