import { postSignUpForm, SignUpForm } from "@/lib/hosted-pages/forms/sign-up";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postSignUpForm",
    summary: "Sign up by the hosted page's form",
    body: SignUpForm,
    page: "sign-up",
    signIn: { session: "none", limit: "signUpPerAddress" },
  },
  postSignUpForm,
);
