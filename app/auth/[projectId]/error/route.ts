import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { errorPage } from "@/lib/hosted-pages/pages/error";

export const GET = defineHostedPage(
  { operationId: "showErrorPage", summary: "The page that explains a failure", name: "error" },
  errorPage,
);
