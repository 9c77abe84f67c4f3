import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postTotpForm, TotpForm } from "@/lib/hosted-pages/forms/two-factor";

export const POST = defineHostedForm(
  {
    operationId: "postTotpForm",
    summary: "Give an authenticator app's code by the hosted page's form",
    body: TotpForm,
    page: "two-factor",
    signIn: {
      refusedAs: { kind: "session.second_factor", factor: "totp" },
      session: "optional",
      limit: "secondFactorPerAddress",
    },
  },
  postTotpForm,
);
