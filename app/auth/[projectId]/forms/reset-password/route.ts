import { defineForm } from "@/lib/hosted-pages/define-form";
import { postResetPasswordForm, ResetPasswordForm } from "@/lib/hosted-pages/forms/reset-password";

export const POST = defineForm(
  {
    operationId: "postResetPasswordForm",
    summary: "Choose a new password by the hosted page's form",
    body: ResetPasswordForm,
    page: "reset-password",
    signIn: { refusedAs: { kind: "password.reset" }, session: "none", limit: "signInPerAddress" },
  },
  postResetPasswordForm,
);
