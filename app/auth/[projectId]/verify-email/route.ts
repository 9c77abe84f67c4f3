import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { verifyEmailPage } from "@/lib/web/hosted/pages/verify-email";

export const GET = defineHostedPage(
  { operationId: "showVerifyEmailPage", summary: "The page a mail about an address leads to", name: "verify-email" },
  verifyEmailPage,
);
