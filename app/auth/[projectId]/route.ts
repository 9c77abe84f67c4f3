import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { startPage } from "@/lib/hosted-pages/pages/start";

export const GET = defineHostedPage(
  { operationId: "showStartPage", summary: "Leads to the sign-in page or the account page", name: "" },
  startPage,
);
