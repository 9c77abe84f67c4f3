import { ForgotPasswordForm, postForgotPasswordForm } from "@/lib/auth/forms/forgot-password";
import { defineFormRoute } from "@/lib/http/auth/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postForgotPasswordForm",
    summary: "Ask for a new password by the hosted page's form",
    body: ForgotPasswordForm,
    page: "forgot-password",
    signIn: { session: "none", limit: "mailPerAddress" },
  },
  postForgotPasswordForm,
);
