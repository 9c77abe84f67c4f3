import { postBackupCodeForm, TwoFactorForm } from "@/lib/hosted-pages/forms/two-factor";
import { defineFormRoute } from "@/lib/http/sign-in/define-form-route";

export const POST = defineFormRoute(
  {
    operationId: "postBackupCodeForm",
    summary: "Give a backup code by the hosted page's form",
    body: TwoFactorForm,
    page: "two-factor",
    signIn: { session: "optional", limit: "secondFactorPerAddress" },
  },
  postBackupCodeForm,
);
