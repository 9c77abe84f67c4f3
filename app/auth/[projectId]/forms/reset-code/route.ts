import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postResetCodeForm, ResetCodeForm } from "@/lib/hosted-pages/forms/reset-code";

export const POST = defineHostedForm(
  {
    operationId: "postResetCodeForm",
    summary: "Choose a new password with a mailed code by the hosted page's form",
    body: ResetCodeForm,
    page: "forgot-password",
    signIn: { refusedAs: { kind: "password.reset" }, session: "none", limit: "signInPerAddress" },
  },
  postResetCodeForm,
);
