import { defineForm } from "@/lib/hosted-pages/define-form";
import { postTotpForm, TwoFactorForm } from "@/lib/hosted-pages/forms/two-factor";

export const POST = defineForm(
  {
    operationId: "postTotpForm",
    summary: "Give an authenticator app's code by the hosted page's form",
    body: TwoFactorForm,
    page: "two-factor",
    signIn: { session: "optional", limit: "secondFactorPerAddress" },
  },
  postTotpForm,
);
