import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { verifyEmailPage } from "@/lib/hosted-pages/pages/verify-email";

export const GET = defineHostedPage(
  { operationId: "showVerifyEmailPage", summary: "The page a mail about an address leads to", name: "verify-email" },
  verifyEmailPage,
);
