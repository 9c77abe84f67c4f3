import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postSetUpForm, SetUpForm } from "@/lib/hosted-pages/forms/set-up";

export const POST = defineHostedForm(
  {
    operationId: "postSsoSetUpForm",
    summary: "A step of a connection's set-up by the hosted page's form",
    body: SetUpForm,
    page: "sso-set-up",
    signIn: { session: "none", limit: "ssoPerAddress" },
  },
  postSetUpForm,
);
