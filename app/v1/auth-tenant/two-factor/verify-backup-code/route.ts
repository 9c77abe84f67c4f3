import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SessionStarted } from "@/lib/sign-in/sessions/replies";
import { VerifyBackupCodeInput, verifyBackupCode } from "@/lib/sign-in/two-factor/verify";

export const POST = defineSignInRoute(
  {
    operationId: "verifyBackupCode",
    summary: "Give a backup code",
    description:
      "Completes a sign-in, or makes a session fresh again. The code is spent. Case, spaces and the dash do not matter.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyBackupCodeInput,
    reply: { 200: SessionStarted },
    signIn: {
      refusedAs: { kind: "session.second_factor", factor: "backup-code" },
      session: "optional",
      limit: "secondFactorPerAddress",
      isLogin: true,
      errors: [
        "INVALID_BACKUP_CODE",
        "BACKUP_CODES_NOT_ENABLED",
        "INVALID_TWO_FACTOR_COOKIE",
        "UNAUTHORIZED",
        "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE",
        "ACCOUNT_TEMPORARILY_LOCKED",
        "TWO_FACTOR_DISABLED",
        "BANNED_USER",
      ],
    },
  },
  verifyBackupCode,
);
