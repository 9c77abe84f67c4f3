import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { codePage } from "@/lib/web/hosted/pages/code";

export const GET = defineHostedPage(
  { operationId: "showCodePage", summary: "The page to type a mailed code on", name: "code" },
  codePage,
);
