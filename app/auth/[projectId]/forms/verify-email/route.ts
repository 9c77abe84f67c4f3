import { postVerifyEmailForm, VerifyEmailForm } from "@/lib/hosted-pages/forms/verify-email";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postVerifyEmailForm",
    summary: "Confirm an address by the button of its page",
    body: VerifyEmailForm,
    page: "verify-email",
    signIn: { session: "optional", limit: "signInPerAddress" },
  },
  postVerifyEmailForm,
);
