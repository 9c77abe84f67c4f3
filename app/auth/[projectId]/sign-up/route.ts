import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { signUpPage } from "@/lib/web/hosted/pages/sign-up";

export const GET = defineHostedPage(
  { operationId: "showSignUpPage", summary: "The page to make an account on", name: "sign-up" },
  signUpPage,
);
