import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { CodeForm, postCodeForm } from "@/lib/hosted-pages/forms/code";

export const POST = defineHostedForm(
  {
    operationId: "postCodeForm",
    summary: "Sign in with a mailed code by the hosted page's form",
    body: CodeForm,
    page: "code",
    signIn: { refusedAs: { kind: "session.sign_in", factor: "email-otp" }, session: "none", limit: "signInPerAddress" },
  },
  postCodeForm,
);
