import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { twoFactorPage } from "@/lib/hosted-pages/pages/two-factor";

export const GET = defineHostedPage(
  { operationId: "showTwoFactorPage", summary: "The page that asks for the second factor", name: "two-factor" },
  twoFactorPage,
);
