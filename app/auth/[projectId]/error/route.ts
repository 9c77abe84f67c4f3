import { defineHostedPage } from "@/lib/web/hosted/define-hosted-page";
import { errorPage } from "@/lib/web/hosted/pages/error";

export const GET = defineHostedPage(
  { operationId: "showErrorPage", summary: "The page that says what did not work", name: "error" },
  errorPage,
);
