import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { resetPasswordPage } from "@/lib/web/hosted/pages/reset-password";

export const GET = defineHostedPage(
  { operationId: "showResetPasswordPage", summary: "The page to choose a new password on", name: "reset-password" },
  resetPasswordPage,
);
