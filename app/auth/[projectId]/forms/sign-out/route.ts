import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { postSignOutForm, SignOutForm } from "@/lib/hosted-pages/forms/sign-out";

export const POST = defineHostedForm(
  {
    operationId: "postSignOutForm",
    summary: "Sign out by a hosted page's button",
    body: SignOutForm,
    page: "account",
    leaves: true,
    signIn: { session: "optional", worksWhileSuspended: true },
  },
  postSignOutForm,
);
