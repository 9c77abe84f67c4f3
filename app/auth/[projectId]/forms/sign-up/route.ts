import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postSignUpForm, SignUpForm } from "@/lib/hosted-pages/forms/sign-up";

export const POST = defineHostedForm(
  {
    operationId: "postSignUpForm",
    summary: "Sign up by the hosted page's form",
    body: SignUpForm,
    page: "sign-up",
    signIn: { refusedAs: { kind: "user.sign_up", factor: "password" }, session: "none", limit: "signUpPerAddress" },
  },
  postSignUpForm,
);
