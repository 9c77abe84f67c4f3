import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postVerifyCodeForm, VerifyCodeForm } from "@/lib/hosted-pages/forms/verify-code";

export const POST = defineHostedForm(
  {
    operationId: "postVerifyCodeForm",
    summary: "Confirm an address with a mailed code by the hosted page's form",
    body: VerifyCodeForm,
    page: "verify-email",
    signIn: { refusedAs: { kind: "email.verify" }, session: "optional", limit: "signInPerAddress" },
  },
  postVerifyCodeForm,
);
