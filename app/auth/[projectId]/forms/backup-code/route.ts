import { defineForm } from "@/lib/hosted-pages/define-form";
import { postBackupCodeForm, TwoFactorForm } from "@/lib/hosted-pages/forms/two-factor";

export const POST = defineForm(
  {
    operationId: "postBackupCodeForm",
    summary: "Give a backup code by the hosted page's form",
    body: TwoFactorForm,
    page: "two-factor",
    signIn: { session: "optional", limit: "secondFactorPerAddress" },
  },
  postBackupCodeForm,
);
