import { defineForm } from "@/lib/hosted-pages/define-form";
import { OpenSetUpForm, postOpenSetUpForm } from "@/lib/hosted-pages/forms/set-up";

export const POST = defineForm(
  {
    operationId: "postOpenSsoSetUpForm",
    summary: "Open the link of a set-up by the hosted page's form",
    body: OpenSetUpForm,
    page: "sso-set-up",
    signIn: { session: "none", limit: "ssoPerAddress" },
  },
  postOpenSetUpForm,
);
