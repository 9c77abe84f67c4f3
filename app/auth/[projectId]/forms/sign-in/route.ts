import { postSignInForm, SignInForm } from "@/lib/auth/forms/sign-in";
import { defineFormRoute } from "@/lib/http/auth/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postSignInForm",
    summary: "Sign in by the hosted page's form",
    body: SignInForm,
    page: "sign-in",
    signIn: { session: "none", limit: "signInPerAddress" },
  },
  postSignInForm,
);
