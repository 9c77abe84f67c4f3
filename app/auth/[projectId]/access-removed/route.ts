import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { accessRemovedPage } from "@/lib/hosted-pages/pages/access-removed";

export const GET = defineHostedPage(
  {
    operationId: "showAccessRemovedPage",
    summary: "The page that says what a first proof of an address took away",
    name: "access-removed",
  },
  accessRemovedPage,
);
