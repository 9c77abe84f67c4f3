import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { twoFactorPage } from "@/lib/web/hosted/pages/two-factor";

export const GET = defineHostedPage(
  { operationId: "showTwoFactorPage", summary: "The page that asks for the second factor", name: "two-factor" },
  twoFactorPage,
);
