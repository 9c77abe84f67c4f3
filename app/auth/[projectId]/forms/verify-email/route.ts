import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postVerifyEmailForm, VerifyEmailForm } from "@/lib/hosted-pages/forms/verify-email";

export const POST = defineHostedForm(
  {
    operationId: "postVerifyEmailForm",
    summary: "Confirm an address by the button of its page",
    body: VerifyEmailForm,
    page: "verify-email",
    signIn: { refusedAs: { kind: "email.verify" }, session: "optional", limit: "signInPerAddress" },
  },
  postVerifyEmailForm,
);
