import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { magicLinkPage } from "@/lib/web/hosted/pages/magic-link";

export const GET = defineHostedPage(
  { operationId: "showMagicLinkPage", summary: "The page a mailed link leads to", name: "magic-link" },
  magicLinkPage,
);
