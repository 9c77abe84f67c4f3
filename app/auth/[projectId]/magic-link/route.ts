import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { magicLinkPage } from "@/lib/hosted-pages/pages/magic-link";

export const GET = defineHostedPage(
  { operationId: "showMagicLinkPage", summary: "The page a mailed link leads to", name: "magic-link" },
  magicLinkPage,
);
