import { defineHostedForm } from "@/lib/hosted-pages/define-hosted-form";
import { BackupCodeForm, postBackupCodeForm } from "@/lib/hosted-pages/forms/two-factor";

export const POST = defineHostedForm(
  {
    operationId: "postBackupCodeForm",
    summary: "Give a backup code by the hosted page's form",
    body: BackupCodeForm,
    page: "two-factor",
    signIn: {
      refusedAs: { kind: "session.second_factor", factor: "backup-code" },
      session: "optional",
      limit: "secondFactorPerAddress",
    },
  },
  postBackupCodeForm,
);
