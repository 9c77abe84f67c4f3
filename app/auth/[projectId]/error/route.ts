import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { errorPage } from "@/lib/hosted-pages/pages/error";

export const GET = defineHostedPage(
  { operationId: "showErrorPage", summary: "The page that says what did not work", name: "error" },
  errorPage,
);
