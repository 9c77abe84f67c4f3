import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { OpenSetUpForm, postOpenSetUpForm } from "@/lib/hosted-pages/forms/set-up";

export const POST = defineHostedForm(
  {
    operationId: "postOpenSsoSetUpForm",
    summary: "Open the link of a set-up by the hosted page's form",
    body: OpenSetUpForm,
    page: "sso-set-up",
    signIn: { session: "none", limit: "ssoPerAddress" },
  },
  postOpenSetUpForm,
);
