import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postSignInForm, SignInForm } from "@/lib/hosted-pages/forms/sign-in";

export const POST = defineHostedForm(
  {
    operationId: "postSignInForm",
    summary: "Sign in by the hosted page's form",
    body: SignInForm,
    page: "sign-in",
    signIn: { refusedAs: { kind: "session.sign_in", factor: "password" }, session: "none", limit: "signInPerAddress" },
  },
  postSignInForm,
);
