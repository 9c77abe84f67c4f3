import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postSsoForm, SsoForm } from "@/lib/hosted-pages/forms/sso";

export const POST = defineHostedForm(
  {
    operationId: "postSsoForm",
    summary: "Find a company's identity provider by the hosted page's form",
    body: SsoForm,
    page: "sso",
    signIn: { refusedAs: { kind: "session.sign_in" }, session: "none", limit: "ssoPerAddress" },
  },
  postSsoForm,
);
