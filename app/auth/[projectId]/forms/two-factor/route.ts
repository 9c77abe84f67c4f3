import { postTotpForm, TwoFactorForm } from "@/lib/hosted-pages/forms/two-factor";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postTotpForm",
    summary: "Give an authenticator app's code by the hosted page's form",
    body: TwoFactorForm,
    page: "two-factor",
    signIn: { session: "optional", limit: "secondFactorPerAddress" },
  },
  postTotpForm,
);
