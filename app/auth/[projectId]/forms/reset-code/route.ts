import { defineForm } from "@/lib/hosted-pages/define-form";
import { postResetCodeForm, ResetCodeForm } from "@/lib/hosted-pages/forms/reset-code";

export const POST = defineForm(
  {
    operationId: "postResetCodeForm",
    summary: "Choose a new password with a mailed code by the hosted page's form",
    body: ResetCodeForm,
    page: "forgot-password",
    signIn: { refusedAs: { kind: "password.reset" }, session: "none", limit: "signInPerAddress" },
  },
  postResetCodeForm,
);
