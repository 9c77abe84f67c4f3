import { postResetPasswordForm, ResetPasswordForm } from "@/lib/hosted-pages/forms/reset-password";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postResetPasswordForm",
    summary: "Choose a new password by the hosted page's form",
    body: ResetPasswordForm,
    page: "reset-password",
    signIn: { session: "none", limit: "signInPerAddress" },
  },
  postResetPasswordForm,
);
