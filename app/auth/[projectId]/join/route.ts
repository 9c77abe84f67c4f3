import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { joinPage } from "@/lib/hosted-pages/pages/join";

export const GET = defineHostedPage(
  { operationId: "showJoinPage", summary: "The page an invitation leads to", name: "join" },
  joinPage,
);
