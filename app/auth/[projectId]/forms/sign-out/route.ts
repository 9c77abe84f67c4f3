import { defineForm } from "@/lib/hosted-pages/define-form";
import { postSignOutForm, SignOutForm } from "@/lib/hosted-pages/forms/sign-out";

export const POST = defineForm(
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
