import { CodeForm, postCodeForm } from "@/lib/hosted-pages/forms/code";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postCodeForm",
    summary: "Sign in with a mailed code by the hosted page's form",
    body: CodeForm,
    page: "code",
    signIn: { session: "none", limit: "signInPerAddress" },
  },
  postCodeForm,
);
