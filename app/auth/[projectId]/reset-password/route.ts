import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { resetPasswordPage } from "@/lib/hosted-pages/pages/reset-password";

export const GET = defineHostedPage(
  { operationId: "showResetPasswordPage", summary: "The page to choose a new password on", name: "reset-password" },
  resetPasswordPage,
);
