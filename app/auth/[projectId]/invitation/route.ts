import { defineHostedPage } from "@/lib/hosted-pages/define-hosted-page";
import { invitationPage } from "@/lib/hosted-pages/pages/invitation";

export const GET = defineHostedPage(
  { operationId: "showInvitationPage", summary: "The page to answer an invitation on", name: "invitation" },
  invitationPage,
);
