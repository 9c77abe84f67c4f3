import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { signUpPage } from "@/lib/hosted-pages/pages/sign-up";

export const GET = defineHostedPage(
  {
    refusedAs: { kind: "user.sign_up" },
    operationId: "showSignUpPage",
    summary: "The page to make an account on",
    name: "sign-up",
  },
  signUpPage,
);
