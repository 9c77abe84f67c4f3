import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { unknownPage } from "@/lib/hosted-pages/pages/unknown";

export const GET = defineHostedPage(
  { operationId: "showUnknownPage", summary: "The page at an address that has none", name: "unknown" },
  unknownPage,
);
