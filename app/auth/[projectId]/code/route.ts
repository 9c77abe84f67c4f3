import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { codePage } from "@/lib/hosted-pages/pages/code";

export const GET = defineHostedPage(
  { operationId: "showCodePage", summary: "The page to type a mailed code on", name: "code" },
  codePage,
);
