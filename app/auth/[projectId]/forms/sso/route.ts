import { defineForm } from "@/lib/hosted-pages/define-form";
import { postSsoForm, SsoForm } from "@/lib/hosted-pages/forms/sso";

export const POST = defineForm(
  {
    operationId: "postSsoForm",
    summary: "Find a company's identity provider by the hosted page's form",
    body: SsoForm,
    page: "sso",
    signIn: { refusedAs: { kind: "session.sign_in" }, session: "none", limit: "ssoPerAddress" },
  },
  postSsoForm,
);
