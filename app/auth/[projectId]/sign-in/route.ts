import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { signInPage } from "@/lib/web/hosted/pages/sign-in";

export const GET = defineHostedPage(
  { operationId: "showSignInPage", summary: "The page to sign in on", name: "sign-in" },
  signInPage,
);
