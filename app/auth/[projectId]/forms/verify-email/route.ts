import { defineForm } from "@/lib/hosted-pages/define-form";
import { postVerifyEmailForm, VerifyEmailForm } from "@/lib/hosted-pages/forms/verify-email";

export const POST = defineForm(
  {
    operationId: "postVerifyEmailForm",
    summary: "Confirm an address by the button of its page",
    body: VerifyEmailForm,
    page: "verify-email",
    signIn: { refusedAs: { kind: "email.verify" }, session: "optional", limit: "signInPerAddress" },
  },
  postVerifyEmailForm,
);
