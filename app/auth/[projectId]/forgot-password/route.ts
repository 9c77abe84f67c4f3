import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { forgotPasswordPage } from "@/lib/web/hosted/pages/forgot-password";

export const GET = defineHostedPage(
  { operationId: "showForgotPasswordPage", summary: "The page to ask for a new password on", name: "forgot-password" },
  forgotPasswordPage,
);
