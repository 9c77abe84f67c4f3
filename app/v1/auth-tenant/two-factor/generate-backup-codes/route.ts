import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { BackupCodes, generateBackupCodes } from "@/lib/sign-in/two-factor/generate-backup-codes";
import { StepUpInput } from "@/lib/sign-in/two-factor/step-up";

export const POST = defineSignInRoute(
  {
    operationId: "generateBackupCodes",
    summary: "Make new backup codes",
    description:
      "The earlier ones are void. Where the second factor is in use it must have been given in this session not long ago, or `code` gives it now.",
    tag: "sign-in",
    auth: "public-key",
    body: StepUpInput,
    reply: { 200: BackupCodes },
    signIn: {
      refusedAs: { kind: "two_factor.backup_codes" },
      session: "required",
      errors: [
        "TWO_FACTOR_NOT_ENABLED",
        "INVALID_PASSWORD",
        "PASSWORD_TOO_LONG",
        "CREDENTIAL_ACCOUNT_NOT_FOUND",
        "SESSION_NOT_FRESH",
        "TOO_MANY_ATTEMPTS",
        "INVALID_CODE",
        "ACCOUNT_TEMPORARILY_LOCKED",
      ],
    },
  },
  generateBackupCodes,
);
