import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { accountPage } from "@/lib/hosted-pages/pages/account";

export const GET = defineHostedPage(
  { operationId: "showAccountPage", summary: "The page to manage an account on", name: "account" },
  accountPage,
);
