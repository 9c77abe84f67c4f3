import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { ForgotPasswordForm, postForgotPasswordForm } from "@/lib/hosted-pages/forms/forgot-password";

export const POST = defineHostedForm(
  {
    operationId: "postForgotPasswordForm",
    summary: "Ask for a new password by the hosted page's form",
    body: ForgotPasswordForm,
    page: "forgot-password",
    signIn: { refusedAs: { kind: "password.reset_request" }, session: "none", limit: "mailPerAddress" },
  },
  postForgotPasswordForm,
);
