import { postBackupCodeForm, TwoFactorForm } from "@/lib/auth/forms/two-factor";
import { defineFormRoute } from "@/lib/http/auth/define-form-route";

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
