import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { forgotPasswordPage } from "@/lib/hosted-pages/pages/forgot-password";

export const GET = defineHostedPage(
  { operationId: "showForgotPasswordPage", summary: "The page to ask for a new password on", name: "forgot-password" },
  forgotPasswordPage,
);
