import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { accountPage } from "@/lib/web/hosted/pages/account";

export const GET = defineHostedPage(
  { operationId: "showAccountPage", summary: "The page to manage an account on", name: "account" },
  accountPage,
);
