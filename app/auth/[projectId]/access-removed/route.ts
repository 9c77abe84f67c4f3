import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { accessRemovedPage } from "@/lib/hosted-pages/pages/access-removed";

export const GET = defineHostedPage(
  {
    operationId: "showAccessRemovedPage",
    summary: "The page that lists the methods a first proof of an address removed",
    name: "access-removed",
  },
  accessRemovedPage,
);
