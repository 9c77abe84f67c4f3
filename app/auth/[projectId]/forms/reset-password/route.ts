import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postResetPasswordForm, ResetPasswordForm } from "@/lib/hosted-pages/forms/reset-password";

export const POST = defineHostedForm(
  {
    operationId: "postResetPasswordForm",
    summary: "Choose a new password by the hosted page's form",
    body: ResetPasswordForm,
    page: "reset-password",
    signIn: { refusedAs: { kind: "password.reset" }, session: "none", limit: "signInPerAddress" },
  },
  postResetPasswordForm,
);
